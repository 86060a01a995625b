import { z } from 'zod';
import { mutationField } from '../../builder/mutation-field.ts';
import { emailAddress } from '../../external/mail/email-address.ts';
import { loadUser } from './load-user.ts';
import { requestSignInLink } from './request-sign-in-link.ts';
import { LINK_MINUTES, LINKS_PER_DAY_MAX } from './sign-in-mail.ts';
import { LINK_TOKEN_DAYS, signInWithLink } from './sign-in-with-link.ts';
import { User } from './user.ts';

mutationField('requestSignInLink', {
  description: `Mails a link to sign in to a user without an API token, if one has confirmed the address: at most one a minute, and ${LINKS_PER_DAY_MAX} in 24 hours. The result is the same for any address. Needs no API token, but a mail server. \`/v1\` has no such operation.`,
  inputDescription: 'The address to which the link is mailed.',
  inputSchema: z.object({ email: emailAddress }),
  inputFields: (t) => ({
    email: t.string({ required: true, description: 'E-mail address of the user, in any case.' }),
  }),
  resolve: ({ email }, context) => requestSignInLink(context, email),
  payload: (t) => ({
    email: t.exposeString('email', { description: 'The address, as given.' }),
  }),
});

mutationField('signInWithLink', {
  description: `Signs in by a link that \`requestSignInLink\` mailed, once, within ${LINK_MINUTES} minutes: creates an API token of its user. Needs no API token. \`/v1\` has no such operation.`,
  inputDescription: 'The link.',
  inputSchema: z.object({ secret: z.string().max(200) }),
  inputFields: (t) => ({
    secret: t.string({ required: true, description: 'Secret from the link, `signin_…`.' }),
  }),
  resolve: ({ secret }, context) => signInWithLink(context, secret),
  payload: (t) => ({
    user: t.field({
      type: User,
      description: 'The user.',
      resolve: ({ userId }, _args, context) => loadUser(context, userId),
    }),
    secret: t.exposeString('secret', {
      description: `The new API token, to send as \`Authorization: Bearer …\` for ${LINK_TOKEN_DAYS} days. It is shown only once.`,
    }),
  }),
});
