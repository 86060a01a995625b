import { connectionType } from '../../builder/declare-types.ts';
import { accessesSpaceSql } from '../../auth/space-visibility-sql.ts';
import { builder, type Row } from '../../builder.ts';
import { declareSorting } from '../../builder/list-sorting.ts';
import { sql } from '../../database/database.ts';
import { connectionField } from '../../builder/connection-field.ts';
import { visibleWithParent } from '../../pagination/connection.ts';
import { defineSource } from '../../pagination/source.ts';
import { pastUser } from '../users/past-user.ts';
import { spaceOfChangeRequestSql } from './change-request-sql.ts';

/**
 * Contributors, visible to those who see the change request. The key is the user's id, since a list
 * belongs to one change request.
 */
const contributorSource = defineSource<Row<'ChangeRequestContributor'>>({
  type: 'ChangeRequestContributor',
  model: 'ChangeRequestContributor',
  table: 'change_request_contributors',
  keyField: 'userId',
  visible: (viewerId) =>
    accessesSpaceSql(spaceOfChangeRequestSql(sql`t.change_request_id`), sql`${viewerId}`),
});

/** Not a node, since it has no id. */
const ChangeRequestContributor = builder.prismaObject('ChangeRequestContributor', {
  description: 'Somebody who created a change request or edited its content.',
  rest: { fields: 'user { ...User } count: editCount updatedAt' },
  fields: (t) => ({
    user: t.field({
      ...pastUser('userId'),
      description: 'The user, even if they have left; null if the account was deleted.',
    }),
    editCount: t.exposeInt('edits', {
      description: 'Number of edits of the content. Creating the change request does not count.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description:
        'When they last edited the content, otherwise when they created the change request.',
    }),
  }),
});

const sorting = declareSorting('ContributorSort', 'contributors', {
  updatedAt: 'When they last edited the content.',
  edits: 'Number of their edits.',
}).from('updatedAt', 'descending');

connectionField('ChangeRequest.contributors', {
  type: connectionType(ChangeRequestContributor, 'contributor'),
  description:
    'The creator and the users who edited the content, latest edit first. Users who only commented, reviewed or merged are not included.',
  rest: {
    route: 'GET /contributors',
    rare: true,
    operationId: 'getContributorsByChangeRequestId',
  },
  source: contributorSource,
  of: 'changeRequestId',
  visibleBelow: visibleWithParent,
  ...sorting,
});
