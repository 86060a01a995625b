import { createTransport } from 'nodemailer';
import { MAIL_LIMITS, MailError, type Mail, type Mailer } from './mailer.ts';

/** Longest waits for the mail server, in milliseconds: at each step, and for a mail as a whole. */
const STEP_TIMEOUT_MS = 10_000;
const MAIL_TIMEOUT_MS = 20_000;

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password where the server asks for them. */
  url: string;
  /** The sender: an address, or `Name <address>`. */
  from: string;
  /** Longest time that one mail takes, in milliseconds. */
  timeoutMs?: number;
}

/** Sends mail by SMTP, each on a connection of its own. */
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
      // As an object the address is taken whole: it cannot become a list or a header.
      const message = { from, to: { name: '', address: to }, subject, text, html };
      try {
        await withTimeout(transport.sendMail(message), timeoutMs);
      } catch (error) {
        throw new MailError(reasonOf(error), { cause: error });
      }
    },
  };
}

/** @throws MailError naming what is too long, or breaks out of its line */
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
  // What fails after the time is over was reported already.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Why the server did not take a mail, without what it said: that may name hosts and accounts. */
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
