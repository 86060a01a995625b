import { mutationField } from '../../builder/mutation-field.ts';
import { ownerField } from '../organizations/organization-of.ts';
import { Organization } from '../organizations/organization.ts';
import { loadUser } from '../users/load-user.ts';
import { User } from '../users/user.ts';
import { acceptance, acceptInvitation } from './accept-invitation.ts';

mutationField('acceptInvitation', {
  description:
    'Accepts an invitation by e-mail, or confirms a sign-up by an invite link, once. Needs no API token: without one it creates the user of the invited address, with a first token. Whose address has a user sends a token of theirs.',
  inputDescription: 'Invitation to accept, and the user who accepts it.',
  inputSchema: acceptance,
  inputFields: (t) => ({
    secret: t.string({
      required: true,
      description: 'Secret from the link in the mail, `join_…`.',
    }),
    displayName: t.string({
      description:
        'Name of a new user, shown to others; when absent, the name of the sign-up, or what comes before the `@` of the address.',
    }),
  }),
  resolve: (input, context) => acceptInvitation(context, input),
  payload: (t) => ({
    organization: t.field({
      type: Organization,
      description: 'The organization that the user is now a member of.',
      ...ownerField,
    }),
    user: t.field({
      type: User,
      description: 'The user.',
      resolve: ({ userId }, _args, context) => loadUser(context, userId),
    }),
    secret: t.exposeString('secret', {
      nullable: true,
      description:
        'The first API token of a new user, to send as `Authorization: Bearer …`. It is shown only once; null if the user already existed.',
    }),
  }),
});
