import { connectionType } from '../../builder/declare-types.ts';
import { spaceAccessSql } from '../../auth/space-visibility-sql.ts';
import { builder } from '../../builder.ts';
import { declareSorting } from '../../builder/list-sorting.ts';
import { sql } from '../../database/database.ts';
import { counting, type Declarations } from '../../pagination/declared-fields.ts';
import { idOfReferenceSql } from './change-request-sql.ts';
import { connectionField } from '../../builder/connection-field.ts';
import { countByStatus } from '../../pagination/count-by-status.ts';
import { loadChangeRequest } from './change-request-access.ts';
import { changeRequestSource } from './change-request-source.ts';
import { ChangeRequestStatus } from './change-request-status.ts';
import { ChangeRequest } from './change-request.ts';

const sorting = declareSorting('ChangeRequestSort', 'change requests', {
  createdAt: 'When it was created.',
  updatedAt: 'When it was last changed.',
  subject: 'Subject.',
}).from('createdAt', 'descending');

const spaceChangeRequests = connectionField('Space.changeRequests', {
  type: connectionType(ChangeRequest, 'change request'),
  description: 'The change requests of the space, newest first.',
  rest: { route: 'GET /change-requests', operationId: 'listChangeRequestsForSpace' },
  source: changeRequestSource,
  of: 'spaceId',
  // Readers of published content do not see change requests.
  parentFlag: { type: 'Space', condition: (viewerId) => spaceAccessSql(sql`t`, viewerId) },
  visibleBelow: () => sql`p.flag`,
  arguments: (arg) => ({
    status: arg({
      type: ChangeRequestStatus,
      defaultValue: 'open',
      description: 'Only those with this status; null for all.',
    }),
    contributor: arg.id({
      description: 'Only those that the user with this id created or edited.',
    }),
    ...sorting.arguments(arg),
  }),
  order: sorting.order,
  filter: ({ status, contributor }) => [
    ...(status ? [sql`t.status = ${status}`] : []),
    ...(contributor
      ? [
          sql`EXISTS (SELECT FROM change_request_contributors c
            WHERE c.change_request_id = t.id AND c.user_id = ${contributor})`,
        ]
      : []),
  ],
});

builder.prismaObjectFields('Space', (t) => ({
  changeRequest: t.field({
    type: ChangeRequest,
    nullable: true,
    description: 'A change request of the space.',
    args: {
      id: t.arg.id({
        required: true,
        description: 'Id of the change request, or its number in the space.',
      }),
    },
    rest: { route: 'GET /change-requests/{changeRequestId}', operationId: 'getChangeRequestById' },
    extensions: {
      child: {
        source: changeRequestSource,
        argument: 'id',
        matches: (reference, spaceId) =>
          sql`t.id = ${idOfReferenceSql(reference, spaceId)} AND t.space_id = ${spaceId}`,
      },
    } satisfies Declarations,
    resolve: (space, { id }, context) =>
      loadChangeRequest(context, { spaceId: space.id, changeRequestId: id }),
  }),
  changeRequestCount: t.int({
    description: 'Number of change requests of the space.',
    args: {
      status: t.arg({
        type: ChangeRequestStatus,
        description: 'Only items with this status; all by default.',
      }),
    },
    ...counting(spaceChangeRequests),
    resolve: ({ id }, { status }, context) =>
      countByStatus(
        context,
        'change requests',
        id,
        status,
        (ids) => sql`
          SELECT t.space_id, t.status, count(*)::int FROM change_requests t
          WHERE t.space_id = ANY(${ids}::text[])
            AND ${changeRequestSource.visible(context.viewer.id)}
          GROUP BY t.space_id, t.status`,
      ),
  }),
}));
