import { linkMail } from '../../external/mail/link-mail.ts';
import type { Mail } from '../../external/mail/mailer.ts';

/** Time for which a link to sign in works, in minutes. */
export const LINK_MINUTES = 30;

/** Maximum number of links that are mailed to one address in 24 hours. */
export const LINKS_PER_DAY_MAX = 3;

/** Returns the mail with a link that signs in, or that starts a login by single sign-on. */
export function signInMail(to: string, url: string, isLogin: boolean): Mail {
  return linkMail({
    ...{ to, url, purpose: 'To sign in', label: 'Sign in' },
    subject: 'Sign in to docgraph',
    what: 'Somebody, probably you, asked to sign in to docgraph with this e-mail address.',
    how: isLogin
      ? 'Your organization requires single sign-on. If you did not ask, ignore this mail.'
      : `The link works once, within ${LINK_MINUTES} minutes. Whoever has it can sign in as you: keep it to yourself. If you did not ask, ignore this mail.`,
  });
}
