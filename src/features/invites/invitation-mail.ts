import { MAIL_LIMITS, type Mail } from '../../external/mail/mailer.ts';
import { truncate } from '../../lib/truncate.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { INVITATION_DAYS } from './invitation-secret.ts';

export interface InvitationMail {
  to: string;
  /** Names of the inviting user and of the organization; both are untrusted. */
  inviter: string;
  organization: string;
  /** Address at which it is accepted; it contains the secret. */
  url: string;
}

/** Returns the invitation mail as text and HTML. */
export function invitationMail({ to, inviter, organization, url }: InvitationMail): Mail {
  const [by, where] = [inOneLine(inviter), inOneLine(organization)];
  const subject = truncate(`${by} invites you to ${where}`, MAIL_LIMITS.subject);
  const what = `${by} invites you to the organization "${where}" on docgraph.`;
  const how = `The link works once, within ${INVITATION_DAYS} days. Whoever has it can join as you: keep it to yourself. If you expected no invitation, ignore this mail.`;
  return {
    to,
    subject,
    text: `${what}\n\nTo join, open this link:\n\n${url}\n\n${how}\n`,
    html: `<!doctype html>
<html lang="en">
<body>
<p>${escapeHtml(what)}</p>
<p><a href="${escapeHtml(url)}">Join</a></p>
<p>${escapeHtml(how)}</p>
</body>
</html>
`,
  };
}

/** Removes line breaks and invisible characters from a name. */
export function inOneLine(name: string): string {
  return name.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
}
