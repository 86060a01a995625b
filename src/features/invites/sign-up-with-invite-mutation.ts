import { mutationField } from '../../builder/mutation-field.ts';
import { organizationSource } from '../organizations/organization-source.ts';
import { Organization } from '../organizations/organization.ts';
import { loadUser } from '../users/load-user.ts';
import { User } from '../users/user.ts';
import { SIGN_UP_HOURS, SIGN_UP_MAILS_MAX, SIGN_UPS_PER_INVITE_MAX } from './sign-up-limits.ts';
import { newcomer, signUpWithInvite } from './sign-up-with-invite.ts';

mutationField('signUpWithInvite', {
  description:
    `Lets somebody without an account join by an invite link, without an API token. With a mail server, the address gets a mail with a secret for \`acceptInvitation\`, at most ${SIGN_UP_MAILS_MAX} in ${SIGN_UP_HOURS} hours. Without one, the user is created at once; their address is not confirmed, so it is shown to nobody else, and gives no access by its domain or by invitations. ` +
    `At most ${SIGN_UPS_PER_INVITE_MAX} people in ${SIGN_UP_HOURS} hours sign up by one link. \`/v1\` has no such operation.`,
  inputDescription: 'The invite link, and the person who joins.',
  inputSchema: newcomer,
  inputFields: (t) => ({
    organizationId: t.id({ required: true, description: 'Id of the organization.' }),
    inviteId: t.id({ required: true, description: 'Id of the invite link.' }),
    email: t.string({ required: true, description: 'E-mail address of the person, in any case.' }),
    displayName: t.string({
      description:
        'Name of the person, shown to others; when absent, what comes before the `@` of the address.',
    }),
  }),
  resolve: (input, context) => signUpWithInvite(context, input),
  payload: (t) => ({
    organization: t.field({
      type: Organization,
      nullable: true,
      description: 'The organization that the user is now a member of; null until they confirm.',
      // Without a user, a request has no loaders.
      resolve: ({ organizationId }, _args, context) =>
        organizationId === null ? null : context.loaders.one(organizationSource, organizationId),
    }),
    user: t.field({
      type: User,
      nullable: true,
      description: 'The new user; null until they confirm their address.',
      resolve: ({ userId }, _args, context) => (userId === null ? null : loadUser(context, userId)),
    }),
    secret: t.exposeString('secret', {
      nullable: true,
      description:
        'The first API token, to send as `Authorization: Bearer …`. It is shown only once; null until the address is confirmed.',
    }),
    mailed: t.exposeBoolean('mailed', {
      description: 'Whether the mail server accepted a mail that confirms the address.',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why the mail was not sent; null if it was, and if none is needed.',
    }),
  }),
});
