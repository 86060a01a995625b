import { builder, registerNode, type Row } from '../../builder.ts';
import { headField } from '../content/load-head.ts';
import { Revision } from '../content/revision.ts';
import { findSpace } from '../spaces/space-access.ts';
import { spaceSource } from '../spaces/space-source.ts';
import { Space } from '../spaces/space.ts';
import { pastUser } from '../users/past-user.ts';
import { changeRequestSource } from './change-request-source.ts';
import { ChangeRequestStatus } from './change-request-status.ts';
import {
  addressField,
  pointing,
  reading,
  rootField,
  sameRow,
  showing,
} from '../../pagination/declared-fields.ts';

registerNode(changeRequestSource);

const ChangeRequestUrls = builder.objectRef<Row<'ChangeRequest'>>('ChangeRequestUrls').implement({
  description: 'URLs of a change request.',
  fields: (t) => ({
    app: t.string({
      description: 'The change request in the app.',
      ...addressField(
        ...(['app', { field: 'organizationId' }, 's', { field: 'spaceId' }] as const),
        ...(['changes', { field: 'number' }] as const),
      ),
    }),
    location: t.string({
      description: 'The change request on `/v1`.',
      ...addressField('v1', 'spaces', { field: 'spaceId' }, 'change-requests', { field: 'id' }),
    }),
  }),
});

export const ChangeRequest = builder.prismaNode('ChangeRequest', {
  description: 'Proposed edits of a space, on a branch of its content.',
  id: { field: 'id', description: 'Identifier, `cr_…`.' },
  rest: {
    object: 'change-request',
    revision: { field: 'revisionId' },
    fields: `
      id number status subject createdBy { ...User } createdAt updatedAt
      revision: revisionId revisionInitial: revisionInitialId
      revisionMergedAncestor: revisionMergedAncestorId revisionMerged: revisionMergedId
      comments: commentCount(status: OPEN) outdated agentTaskId urls { app location }`,
  },
  fields: (t) => ({
    number: t.exposeInt('number', {
      description: 'Number in the space: 1 for the first, without gaps.',
    }),
    status: t.field({
      type: ChangeRequestStatus,
      description: 'Current status.',
      ...reading('status'),
      ...showing('status'),
    }),
    subject: t.exposeString('subject', {
      description: 'Subject, at most 100 characters; may be empty.',
    }),
    createdBy: t.field({
      ...pastUser('createdById'),
      description: 'The creator, even if they have left; null for an import.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When its content, status or subject last changed.',
    }),
    revisionId: t.exposeID('revisionId', { description: 'Id of its active revision.' }),
    content: t.field({
      type: Revision,
      description: 'Content of the change request: its active revision.',
      rest: { route: 'GET /content', operationId: 'getRevisionOfChangeRequestById' },
      ...headField,
    }),
    revisionInitialId: t.exposeID('revisionInitialId', {
      description: 'Id of the revision of the space that it started from.',
    }),
    revisionMergedAncestorId: t.exposeID('revisionMergedAncestorId', {
      nullable: true,
      description:
        'Id of the primary revision that was last pulled in; null before the first time.',
    }),
    revisionMergedId: t.exposeID('revisionMergedId', {
      nullable: true,
      description: 'Id of the revision that its merge made; null until then.',
    }),
    outdated: t.exposeBoolean('outdated', {
      description: 'Whether the primary content changed since the last update from it.',
    }),
    agentTaskId: t.exposeID('agentTaskId', {
      nullable: true,
      description: 'Id of the agent task that it implements, as it was given; null for none.',
    }),
    urls: t.field({
      type: ChangeRequestUrls,
      description: 'URLs of the change request.',
      ...sameRow,
    }),
    space: t.field({
      type: Space,
      description: 'The space that the change request belongs to.',
      ...pointing(spaceSource, 'spaceId'),
      resolve: ({ spaceId }, _args, context) => findSpace(context, spaceId),
    }),
  }),
});

builder.queryField('changeRequest', (t) =>
  t.field({
    type: ChangeRequest,
    description: 'A change request of any space. By its number, find it in its space.',
    args: { id: t.arg.id({ required: true, description: 'Id of the change request.' }) },
    ...rootField(changeRequestSource),
  }),
);
