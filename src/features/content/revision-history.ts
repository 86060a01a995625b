import { connectionType } from '../../builder/declare-types.ts';
import type { ArgumentBuilder, Row } from '../../builder.ts';
import { builder } from '../../builder.ts';
import { ListOrder } from '../../builder/list-order.ts';
import { sql, timeSql } from '../../database/database.ts';
import { declareConnection } from '../../pagination/connection.ts';
import { revisionSource } from './revision-source.ts';
import { parentRevisionsOf, Revision, RevisionType, type RevisionTypeValue } from './revision.ts';

export const RevisionConnection = connectionType(
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

interface HistoryFilter {
  author?: string | null | undefined;
  type?: RevisionTypeValue | null | undefined;
  since?: Date | null | undefined;
  until?: Date | null | undefined;
  order?: 'asc' | 'desc' | null | undefined;
}

/** Declares the list of revisions on the branch of a parent. */
export function declareHistory(name: string) {
  return declareConnection<Row<'Revision'>, HistoryFilter>({
    name,
    source: revisionSource,
    of: 'branchId',
    order: ({ order }) => ({ fields: ['generation'], descending: order !== 'asc' }),
    filter: ({ author, type, since, until }) => [
      ...(author == null ? [] : [sql`t.created_by_id = ${author}`]),
      ...(type == null ? [] : [sql`t.type = ${type}`]),
      ...(since == null ? [] : [sql`t.created_at >= ${timeSql(since)}`]),
      ...(until == null ? [] : [sql`t.created_at < ${timeSql(until)}`]),
    ],
  });
}

/** Declares the arguments of such a list. */
export function historyArguments(arg: ArgumentBuilder) {
  return {
    author: arg.id({ description: 'Only revisions created by the user with this id.' }),
    type: arg({ type: RevisionType, description: 'Only revisions of this type.' }),
    since: arg({ type: 'DateTime', description: 'Only revisions created at this time or later.' }),
    until: arg({ type: 'DateTime', description: 'Only revisions created before this time.' }),
    order: arg({
      type: ListOrder,
      defaultValue: 'desc',
      description: 'Sort direction, by creation.',
    }),
  };
}
