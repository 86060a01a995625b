import { escapeHtml } from '../../lib/escape-html.ts';
import { truncate } from '../../lib/truncate.ts';
import { MAIL_LIMITS, type Mail } from './mailer.ts';

/** Content of a mail with a link. Its texts are in one line each. */
export interface LinkMail {
  to: string;
  subject: string;
  /** Reason for the mail. */
  what: string;
  /** Purpose of the link: "To join". */
  purpose: string;
  /** Text of the link. */
  label: string;
  url: string;
  /** Conditions of the link, such as how long it works. */
  how: string;
}

/** Returns a mail with a link, as text and HTML. */
export function linkMail({ to, subject, what, purpose, label, url, how }: LinkMail): Mail {
  return {
    to,
    subject: truncate(subject, MAIL_LIMITS.subject),
    text: `${what}\n\n${purpose}, open this link:\n\n${url}\n\n${how}\n`,
    html: `<!doctype html>
<html lang="en">
<body>
<p>${escapeHtml(what)}</p>
<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>
<p>${escapeHtml(how)}</p>
</body>
</html>
`,
  };
}
