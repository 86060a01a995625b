import { connectionType } from '../../builder/declare-types.ts';
import { builder, type Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { listField } from '../../pagination/list-field.ts';
import { registerContentNodes } from './content-nodes.ts';
import { metadataParameter, WHOLE_CONTENT_COST } from './content-parameters.ts';
import { RevisionReusableContents } from './content-scalars.ts';
import { shownDocument } from './evaluate-text.ts';
import { lastingIdArgument } from '../../lib/lasting-id.ts';
import { reusableContentsOf } from './load-content.ts';
import { DOCUMENT_COST, PageDocument } from './page-document.ts';
import { ReusableContent, type ReusableContentNode } from './reusable-content.ts';
import { evaluationArgs } from './text-fields.ts';
import type { ReusableContentEntry } from '../../revisions/store/entry.ts';

builder.prismaObjectFields('Revision', (t) => ({
  reusableContents: t.field({
    type: connectionType(ReusableContent, 'reusable content'),
    description: 'The reusable contents, in the order in which they were added.',
    args: t.arg.connectionArgs(),
    ...listField<Row<'Revision'>, ReusableContentNode, Context>({
      name: 'Revision.reusableContents',
      load: async (revision, context) => {
        const entries = await reusableContentsOf(context, revision);
        return entries.map((entry) => ({ ...entry, revision }));
      },
      keyOf: ({ id }) => id,
    }),
  }),
  reusableContentList: t.field({
    type: RevisionReusableContents,
    description: 'All reusable contents as `/v1` shows them, without their text.',
    args: {
      metadata: t.arg.boolean({ defaultValue: true, description: metadataParameter.description }),
    },
    complexity: WHOLE_CONTENT_COST,
    resolve: async (revision, { metadata }, context) => {
      const entries = await reusableContentsOf(context, revision);
      return reusableContentResources(entries, { metadata: metadata ?? true });
    },
  }),
  reusableContent: t.field({
    type: ReusableContent,
    nullable: true,
    description: 'A reusable content by its id.',
    args: {
      id: t.arg.id({
        required: true,
        description: 'Id of the reusable content.',
        validate: lastingIdArgument,
      }),
    },
    rest: {
      route: 'GET /reusable-contents/{reusableContentId}',
      operationId: {
        Space: 'getReusableContentById',
        'Space.revision': 'getReusableContentInRevisionById',
        ChangeRequest: 'getReusableContentInChangeRequestById',
      },
    },
    resolve: (revision, { id }, context) => findReusableContent(context, revision, id),
  }),
  reusableContentDocument: t.field({
    type: PageDocument,
    nullable: true,
    description: 'The text of a reusable content as a tree of blocks.',
    args: {
      reusableContentId: t.arg.id({
        required: true,
        description: 'Id of the reusable content.',
        validate: lastingIdArgument,
      }),
      ...evaluationArgs,
    },
    rest: {
      route: 'GET /reusable-contents/{reusableContentId}/document',
      operationId: { 'Space.revision': 'getReusableContentDocumentInRevisionById' },
      titles: {
        getSpaceContentReusableContentDocument: 'Get reusable content document',
        getSpaceChangeRequestContentReusableContentDocument:
          'Get reusable content document in change request',
      },
      without: ['claims'],
    },
    complexity: DOCUMENT_COST,
    resolve: async (revision, { reusableContentId, ...shownAs }, context) => {
      const entry = await findReusableContent(context, revision, reusableContentId);
      return entry && shownDocument(context, { revision, entry }, shownAs);
    },
  }),
}));

/** Returns reusable contents as on `/v1`, without their texts. */
export function reusableContentResources(
  entries: readonly ReusableContentEntry[],
  { metadata }: { metadata: boolean },
): object[] {
  return entries.map(({ id, title, git, createdAt, updatedAt }) => ({
    id,
    title,
    ...(git && metadata && { git }),
    createdAt,
    updatedAt,
  }));
}

async function findReusableContent(
  context: Context,
  revision: Row<'Revision'>,
  id: string,
): Promise<ReusableContentNode | null> {
  const entries = await reusableContentsOf(context, revision);
  const entry = entries.find((one) => one.id === id);
  return entry ? { ...entry, revision } : null;
}

registerContentNodes(
  'ReusableContent',
  (context, revision, { lastingId, asSource }) =>
    asSource ? Promise.resolve(null) : findReusableContent(context, revision, lastingId),
  () => 'ReusableContent',
);
