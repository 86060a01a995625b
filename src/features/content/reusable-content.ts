import { builder, type Row } from '../../builder.ts';
import { GitOriginType } from './git-origin.ts';
import { stateId } from '../../lib/state-id.ts';
import type { ReusableContentEntry } from '../../revisions/store/entry.ts';
import { textFields, textParameters } from './text-fields.ts';

/** A reusable content in the graph: an entry with its revision. */
export interface ReusableContentNode extends ReusableContentEntry {
  revision: Row<'Revision'>;
}

export const ReusableContent = builder.node(
  builder.objectRef<ReusableContentNode>('ReusableContent'),
  {
    id: {
      description: 'Identifier of the reusable content in this revision, `rc_…@rev_…`.',
      resolve: ({ id, revision }) => stateId(id, revision),
    },
    description:
      'Content that several pages share. A page includes it with `{% include "…" %}`, by its id or ' +
      'by the path of its file in the repository. Immutable: `id` names it in this revision, ' +
      '`reusableContentId` in all revisions.',
    rest: {
      fields: `
        id: reusableContentId title git @include(if: $metadata) { oid path } createdAt updatedAt
        markdown(ifFormat: $format, evaluated: $evaluated)
        document(ifFormat: $format, evaluated: $evaluated)`,
      parameters: textParameters,
    },
    fields: (t) => ({
      reusableContentId: t.exposeID('id', {
        description:
          'Identifier that the content keeps when it is edited, `rc_…`; unique in a revision. ' +
          'Arguments, inputs and `/v1` take it.',
      }),
      title: t.exposeString('title', { description: 'Title.' }),
      git: t.field({
        type: GitOriginType,
        nullable: true,
        description: 'The file that it was imported from; null if it was not imported.',
        resolve: ({ git }) => git ?? null,
      }),
      createdAt: t.field({
        type: 'DateTime',
        description: 'When it first appeared in a revision.',
        resolve: ({ createdAt }) => new Date(createdAt),
      }),
      updatedAt: t.field({
        type: 'DateTime',
        description: 'When a revision last changed it.',
        resolve: ({ updatedAt }) => new Date(updatedAt),
      }),
      ...textFields(t, (content) => ({ revision: content.revision, entry: content })),
    }),
  },
);
