import { builder } from '../../builder.ts';
import { RoleEnum } from '../organizations/role.ts';
import { INVITATION_DAYS } from './invitation-secret.ts';
import { loadInvitePreview, type InvitePreviewRow } from './load-invite-preview.ts';
import { SIGN_UP_HOURS } from './sign-up-limits.ts';

const InvitePreview = builder.objectRef<InvitePreviewRow>('InvitePreview').implement({
  description: 'Who invites to what, for whoever has an invite link or the mail of an invitation.',
  rest: {
    fields: `
      organizationId organizationTitle invitedBy role level spaceTitle collectionTitle email
      hasUser expiresAt confirmsByMail requiresSSO url`,
  },
  fields: (t) => ({
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization.' }),
    organizationTitle: t.exposeString('organizationTitle', {
      description: 'Title of the organization.',
    }),
    invitedBy: t.exposeString('inviterName', {
      nullable: true,
      description: 'Name of the user who invites; null if it is unknown.',
    }),
    role: t.expose('role', {
      type: RoleEnum,
      nullable: true,
      description: 'Role in the organization; null makes a guest.',
    }),
    level: t.expose('level', {
      type: RoleEnum,
      nullable: true,
      description: 'Level on the space or the collection; null for an invite to the organization.',
    }),
    spaceTitle: t.exposeString('spaceTitle', {
      nullable: true,
      description: 'Title of the space, for an invite to one.',
    }),
    collectionTitle: t.exposeString('collectionTitle', {
      nullable: true,
      description: 'Title of the collection, for an invite to one.',
    }),
    email: t.exposeString('email', {
      nullable: true,
      description: 'Address to which the secret was mailed; null for an invite link.',
    }),
    hasUser: t.exposeBoolean('hasUser', {
      nullable: true,
      description:
        'Whether a user has that address, who accepts with their token; null for an invite link.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: `When the secret of a mail expires: an invitation after ${INVITATION_DAYS} days, a sign-up after ${SIGN_UP_HOURS} hours; null for an invite link.`,
    }),
    confirmsByMail: t.boolean({
      description:
        'Whether a newcomer has to confirm their address by a mail, before they have an account.',
      resolve: ({ email }, _args, { mailer }) => email === null && mailer !== null,
    }),
    requiresSSO: t.exposeBoolean('requiresSso', {
      description: 'Whether the organization requires single sign-on of its members.',
    }),
    url: t.string({
      description: 'URL of what the invite is to, in the app, for those who have joined.',
      resolve: ({ organizationId, spaceId, collectionId }, _args, { addresses }) => {
        const place = spaceId ? ['s', spaceId] : collectionId ? ['c', collectionId] : [];
        return addresses.app(organizationId, ...place);
      },
    }),
  }),
});

builder.queryFields((t) => ({
  invitePreview: t.field({
    type: InvitePreview,
    nullable: true,
    description:
      'Who invites to what: for everybody who has an invite link, or the secret from a mail. Needs no API token. Null for all that cannot be used: unknown, used, withdrawn, disabled or expired.',
    args: {
      organizationId: t.arg.id({
        description: 'Id of the organization; may be absent with the secret of a mail.',
      }),
      inviteId: t.arg.id({
        required: true,
        description: 'Id of an invite link, or the secret from a mail.',
      }),
    },
    rest: {
      route: 'GET /v1/orgs/{organizationId}/invites/{inviteId}',
      operationId: 'getInvitePreview',
      open: true,
      rare: true,
    },
    resolve: (_root, key, context) => {
      // Refuses an invalid API token.
      void context.viewerOrNobody;
      return loadInvitePreview(context, key);
    },
  }),
}));
