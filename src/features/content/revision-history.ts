import { connectionType } from '../../builder/declare-types.ts';
import { builder } from '../../builder.ts';
import { connectionField } from '../../builder/connection-field.ts';
import { orderedBy } from '../../builder/list-sorting.ts';
import { sql, timeSql } from '../../database/database.ts';
import { revisionSource } from './revision-source.ts';
import { parentRevisionsOf, Revision, RevisionType } from './revision.ts';

const RevisionConnection = connectionType(
  Revision,
  'revision',
  'revisions, the history of content',
);

builder.prismaObjectFields('Revision', (t) => ({
  parents: t.field({
    type: [Revision],
    description:
      'Parent revisions visible to the viewer: first the previous revision, then the one that a `MERGE` or an `UPDATE` brought in or a `ROLLBACK` restored.',
    complexity: { field: 1, multiplier: 2 },
    resolve: (revision, _args, context) => parentRevisionsOf(context, revision),
  }),
}));

const byCreation = orderedBy('generation', 'creation', 'descending');

/** Declares a field with the revisions on the branch of its parent, newest first. */
export function historyField(name: `${string}.revisions`, description: string): void {
  connectionField(name, {
    type: RevisionConnection,
    description,
    source: revisionSource,
    of: 'branchId',
    arguments: (arg) => ({
      author: arg.id({ description: 'Only revisions created by the user with this id.' }),
      type: arg({ type: RevisionType, description: 'Only revisions of this type.' }),
      since: arg({
        type: 'DateTime',
        description: 'Only revisions created at this time or later.',
      }),
      until: arg({ type: 'DateTime', description: 'Only revisions created before this time.' }),
      ...byCreation.arguments(arg),
    }),
    order: byCreation.order,
    filter: ({ author, type, since, until }) => [
      ...(author == null ? [] : [sql`t.created_by_id = ${author}`]),
      ...(type == null ? [] : [sql`t.type = ${type}`]),
      ...(since == null ? [] : [sql`t.created_at >= ${timeSql(since)}`]),
      ...(until == null ? [] : [sql`t.created_at < ${timeSql(until)}`]),
    ],
  });
}
