import { MAIL_LIMITS, type Mail } from '../../external/mail/mailer.ts';
import { cutText } from '../../lib/cut-text.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { INVITATION_DAYS } from './invitation-secret.ts';

export interface InvitationMail {
  to: string;
  /** Who invites, and to which organization: names that anybody may have chosen. */
  inviter: string;
  organization: string;
  /** Where it is accepted; it carries the secret. */
  url: string;
}

/** The mail that invites somebody: a text, and the same as HTML. */
export function invitationMail({ to, inviter, organization, url }: InvitationMail): Mail {
  const [by, where] = [oneLine(inviter), oneLine(organization)];
  const subject = cutText(`${by} invites you to ${where}`, MAIL_LIMITS.subject);
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

/** A name without line breaks and other signs that are not to be seen. */
function oneLine(name: string): string {
  return name.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
}
