import { connectionType, enumType } from '../../builder/declare-types.ts';
import { builder, registerNode, type Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { addToResponse } from '../content/response-size.ts';
import { AttributeValue } from '../content/attribute-value.ts';
import { markdownOf } from '../content/load-content.ts';
import type { Body } from '../../revisions/store/entry.ts';
import { connectionField } from '../../builder/connection-field.ts';
import { sql } from '../../database/database.ts';
import { pastUser } from '../users/past-user.ts';
import { changeRequestConflictSource } from './change-request-conflict-source.ts';
import { changeRequestSource } from './change-request-source.ts';
import { ChangeRequest } from './change-request.ts';
import { requiredField, showing } from '../../pagination/declared-fields.ts';

registerNode(changeRequestConflictSource);

/** The sides of a conflict, in the spelling of the database. */
export type ConflictSideValue = 'ours' | 'theirs';

export const ConflictSide = enumType('ConflictSide', 'One of the two sides of a conflict.', {
  ours: 'The change request.',
  theirs: 'The primary content.',
});

const ConflictSubject = enumType('ConflictSubject', 'Kind of the item that a conflict is about.', {
  page: 'A page.',
  file: 'A file.',
  'reusable-content': 'A reusable content.',
  variable: 'A variable of the whole content.',
});

/** Returns the displayed value: the text itself instead of its hash. */
async function shownValue(
  context: Context,
  { attribute }: Row<'ChangeRequestConflict'>,
  value: unknown,
): Promise<unknown> {
  if (attribute !== 'body' || value === null) return value;
  const markdown = await markdownOf(context, value as Body);
  addToResponse(context, markdown?.length ?? 0);
  return markdown;
}

const ChangeRequestConflict = builder.prismaNode('ChangeRequestConflict', {
  description:
    'A value that a change request and the primary content both changed, and differently. Until ' +
    'it is resolved, the content has the value of one side; the conflict keeps both.',
  id: { field: 'id', description: 'Identifier, `cnf_…`; the same whenever the conflict is found.' },
  fields: (t) => ({
    subject: t.field({
      type: ConflictSubject,
      description: 'The item that the conflict is about.',
      ...showing('subject'),
    }),
    path: t.stringList({
      description:
        'Where the value is: the id of the page, file or reusable content, or the name of the ' +
        'variable, and then the attribute, with a member of `layout` or `variables` on its own. ' +
        '`place` is the parent of a page and its position there, `body` a text, `content` the ' +
        'bytes of a file, `existence` whether one side deleted what the other changed.',
      resolve: ({ subjectId, attribute }) => [subjectId, ...attribute.split('.')],
    }),
    base: t.field({
      type: AttributeValue,
      nullable: true,
      description: 'The value in the base revision; null for none. Texts are markdown.',
      resolve: (conflict, _args, context) => shownValue(context, conflict, conflict.base),
    }),
    ours: t.field({
      type: AttributeValue,
      nullable: true,
      description: 'The value of the change request; null for none.',
      resolve: (conflict, _args, context) => shownValue(context, conflict, conflict.ours),
    }),
    theirs: t.field({
      type: AttributeValue,
      nullable: true,
      description: 'The value of the primary content; null for none.',
      resolve: (conflict, _args, context) => shownValue(context, conflict, conflict.theirs),
    }),
    stands: t.field({
      type: ConflictSide,
      description: 'The side whose value the merged content contains.',
      ...showing('stands'),
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the conflict was detected.',
    }),
    resolution: t.field({
      type: ConflictSide,
      nullable: true,
      description: 'The side that was chosen to resolve the conflict; null while it is unresolved.',
      ...showing('resolution'),
    }),
    resolvedAt: t.expose('resolvedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the conflict was resolved; null while it is unresolved.',
    }),
    resolvedBy: t.field({
      ...pastUser('resolvedById'),
      description:
        'The user who resolved the conflict, even if they have left; null while it is unresolved.',
    }),
    changeRequest: t.field({
      type: ChangeRequest,
      description: 'The change request that it is about.',
      ...requiredField(changeRequestSource, 'changeRequestId'),
    }),
  }),
});

export const ChangeRequestConflictConnection = connectionType(ChangeRequestConflict, 'conflict');

connectionField('ChangeRequest.conflicts', {
  type: ChangeRequestConflictConnection,
  description:
    'The conflicts that updates from the primary content, and the merge, found. Oldest first.',
  source: changeRequestConflictSource,
  of: 'changeRequestId',
  arguments: (arg) => ({
    resolved: arg.boolean({
      description: 'Filter: true for resolved conflicts, false for unresolved ones.',
    }),
  }),
  order: { fields: ['createdAt'], descending: false },
  filter: ({ resolved }) =>
    resolved == null ? [] : [sql`(t.resolution IS NOT NULL) = ${resolved}::boolean`],
});
