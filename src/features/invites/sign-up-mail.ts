import { MAIL_LIMITS, type Mail } from '../../external/mail/mailer.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { truncate } from '../../lib/truncate.ts';
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
 * Returns the mail that confirms an address, as text and HTML. It contains nothing that the sender
 * of the sign-up wrote, who may be anybody.
 */
export function signUpMail({ to, organization, url }: SignUpMail): Mail {
  const where = inOneLine(organization);
  const subject = truncate(`Confirm your e-mail address to join ${where}`, MAIL_LIMITS.subject);
  const what = `Somebody, probably you, asked to join the organization "${where}" on docgraph with this e-mail address.`;
  const how = `The link works once, within ${SIGN_UP_HOURS} hours. Whoever has it can join as you: keep it to yourself. If you did not ask, ignore this mail.`;
  return {
    to,
    subject,
    text: `${what}\n\nTo confirm your address and join, open this link:\n\n${url}\n\n${how}\n`,
    html: `<!doctype html>
<html lang="en">
<body>
<p>${escapeHtml(what)}</p>
<p><a href="${escapeHtml(url)}">Confirm and join</a></p>
<p>${escapeHtml(how)}</p>
</body>
</html>
`,
  };
}
