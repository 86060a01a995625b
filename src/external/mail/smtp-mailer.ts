import { createTransport } from 'nodemailer';
import { MAIL_LIMITS, MailError, type Mail, type Mailer } from './mailer.ts';

/** Timeouts for the mail server in milliseconds: per step, and per mail. */
const STEP_TIMEOUT_MS = 10_000;
const MAIL_TIMEOUT_MS = 20_000;

export interface SmtpOptions {
  /** Address with `smtp://` or `smtps://`, with credentials if the server requires them. */
  url: string;
  /** Sender: an address, or `Name <address>`. */
  from: string;
  /** Time limit per mail, in milliseconds. */
  timeoutMs?: number;
}

/** Creates a mailer that sends each mail by SMTP on its own connection. */
export function createSmtpMailer({ url, from, timeoutMs = MAIL_TIMEOUT_MS }: SmtpOptions): Mailer {
  const stepTimeoutMs = Math.min(timeoutMs, STEP_TIMEOUT_MS);
  const transport = createTransport({
    url,
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
    dnsTimeout: stepTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      checkSize(mail);
      const { to, subject, text, html } = mail;
      // As an object, the address cannot be parsed as a list or inject a header.
      const message = { from, to: { name: '', address: to }, subject, text, html };
      try {
        await withTimeout(transport.sendMail(message), timeoutMs);
      } catch (error) {
        throw new MailError(reasonOf(error), { cause: error });
      }
    },
  };
}

/** @throws MailError naming a part that is too long, or contains a line break */
function checkSize({ to, subject, text, html }: Mail): void {
  if (/[\r\n]/.test(to + subject)) {
    throw new MailError('The address and the subject must be one line.');
  }
  const sizes = { address: to, subject, body: text.length > html.length ? text : html };
  for (const [part, value] of Object.entries(sizes)) {
    const most = MAIL_LIMITS[part as keyof typeof MAIL_LIMITS];
    if (value.length > most) throw new MailError(`The ${part} has more than ${most} characters.`);
  }
}

async function withTimeout<Value>(work: Promise<Value>, timeoutMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(reject, timeoutMs, { code: 'ETIMEDOUT' });
  });
  // A failure after the timeout has been reported already.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns why the server rejected a mail. Omits the server's message, which may contain hosts and
 * accounts.
 */
function reasonOf(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  if (code === 'EENVELOPE') {
    const status = typeof responseCode === 'number' ? ` (${responseCode})` : '';
    return `The mail server refused the address${status}.`;
  }
  if (code === 'EAUTH') return 'The mail server refused the credentials in SMTP_URL.';
  if (code === 'ETIMEDOUT') return 'The mail server did not answer in time.';
  if (typeof responseCode === 'number') {
    return `The mail server refused the mail (${responseCode}).`;
  }
  return 'The mail server cannot be reached.';
}
