import { linkMail } from '../../external/mail/link-mail.ts';
import type { Mail } from '../../external/mail/mailer.ts';
import { inOneLine } from './invitation-mail.ts';
import { SIGN_UP_HOURS } from './sign-up-limits.ts';

export interface SignUpMail {
  to: string;
  /** Title of the organization, which is untrusted. */
  organization: string;
  /** Address at which the sign-up is confirmed; it contains the secret. */
  url: string;
}

/**
 * Returns the mail that confirms an address. It contains nothing that the sender of the sign-up
 * wrote, who may be anybody.
 */
export function signUpMail({ to, organization, url }: SignUpMail): Mail {
  const where = inOneLine(organization);
  return linkMail({
    ...{ to, url, purpose: 'To confirm your address and join', label: 'Confirm and join' },
    subject: `Confirm your e-mail address to join ${where}`,
    what: `Somebody, probably you, asked to join the organization "${where}" on docgraph with this e-mail address.`,
    how: `The link works once, within ${SIGN_UP_HOURS} hours. Whoever has it can join as you: keep it to yourself. If you did not ask, ignore this mail.`,
  });
}
