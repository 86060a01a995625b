import { enumType } from '../../builder/declare-types.ts';
import { builder, registerNode, type Row } from '../../builder.ts';
import { StringMap } from '../../builder/string-map.ts';
import type { Context } from '../../context.ts';
import { pastUser } from '../users/past-user.ts';
import { computedParameter, metadataParameter } from './content-parameters.ts';
import { revisionSource } from './revision-source.ts';
import { VariablesScalar } from './variables-scalar.ts';
import { sameRow, showing } from '../../pagination/declared-fields.ts';

registerNode(revisionSource);

export const RevisionType = enumType('RevisionType', 'Type of a revision.', {
  edits: 'Somebody edited or imported content.',
  merge: 'A change request was merged.',
  rollback: 'An earlier state was restored.',
  update: 'A change request was updated from the primary content.',
  computed: 'The content was computed.',
});

/** Returns the parents of a revision that the viewer may see. */
export async function parentRevisionsOf(
  { loaders }: Pick<Context, 'loaders'>,
  { parentIds }: Pick<Row<'Revision'>, 'parentIds'>,
): Promise<Row<'Revision'>[]> {
  const parents = await Promise.all(parentIds.map((id) => loaders.one(revisionSource, id)));
  return parents.filter((parent) => parent !== null);
}

interface Commit {
  oid: string;
  message: string;
  createdByService: boolean;
  url?: string;
  ref?: string;
}

const GitCommit = builder.objectRef<Commit>('GitCommit').implement({
  description: 'The git commit that a revision was made from.',
  fields: (t) => ({
    oid: t.exposeString('oid', { description: 'Git’s object id of the commit.' }),
    message: t.exposeString('message', { description: 'Commit message.' }),
    createdByService: t.exposeBoolean('createdByService', {
      description: 'Whether an export of this service made the commit.',
    }),
    url: t.exposeString('url', { nullable: true, description: 'URL of the commit.' }),
    ref: t.exposeString('ref', {
      nullable: true,
      description: 'Git reference, e.g. `refs/heads/main`.',
    }),
  }),
});

/** URLs of a revision. The sites add those of the published content. */
export const RevisionUrls = builder.objectRef<Row<'Revision'>>('RevisionUrls').implement({
  description: 'URLs of a revision.',
  fields: (t) => ({
    app: t.string({
      description: 'The revision in the app.',
      resolve: (revision, _args, { addresses }) => addresses.revision(revision),
    }),
  }),
});

export const Revision = builder.prismaNode('Revision', {
  description: 'A state of the content of a space or a change request. Immutable.',
  id: { field: 'id', description: 'Identifier, `rev_…`.' },
  rest: {
    object: 'revision',
    revision: { field: 'id', below: true },
    fields: `
      id parents: parentIds
      pages: pageTree(metadata: $metadata, computed: $computed) files: fileList(metadata: $metadata)
      reusableContents: reusableContentList(metadata: $metadata) variables createdAt
      git @include(if: $metadata) { oid message createdByService url ref }
      urls { app published public } type mergedFrom { ...ChangeRequest }`,
    parameters: { metadata: metadataParameter, computed: computedParameter },
  },
  fields: (t) => ({
    type: t.field({
      type: RevisionType,
      description: 'Type of the revision.',
      ...showing('type'),
    }),
    parentIds: t.idList({
      description:
        'Ids of the revisions that it was made from, as far as the viewer may see them; none for ' +
        'the first of a space.',
      resolve: async (revision, _args, context) =>
        (await parentRevisionsOf(context, revision)).map(({ id }) => id),
    }),
    redirects: t.field({
      type: StringMap,
      description: 'Redirects: page ids by additional paths of the pages.',
      resolve: ({ redirects }) => redirects,
    }),
    variables: t.field({
      type: VariablesScalar,
      description: 'Variables by name, for expressions in the content.',
      resolve: ({ variables }) => variables,
    }),
    git: t.field({
      type: GitCommit,
      nullable: true,
      description: 'The git commit that the revision was imported from; null if there is none.',
      ...showing('git'),
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the revision was created.',
    }),
    createdBy: t.field({
      ...pastUser('createdById'),
      description: 'The author, even if they have left; null if docgraph created the revision.',
    }),
    urls: t.field({
      type: RevisionUrls,
      description: 'URLs of the revision.',
      ...sameRow,
    }),
  }),
});
