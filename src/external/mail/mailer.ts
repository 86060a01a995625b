/** Largest parts of a mail, in characters. */
export const MAIL_LIMITS = { address: 254, subject: 200, body: 100_000 } as const;

/** A mail to one address. */
export interface Mail {
  to: string;
  /** One line. */
  subject: string;
  text: string;
  html: string;
}

/** Sends mail. What it does has limits of size and time. */
export interface Mailer {
  /**
   * Gives a mail to the mail server, once.
   *
   * @throws MailError when the server did not take it
   */
  send(mail: Mail): Promise<void>;
}

/** A mail was not sent; the message says why, to whoever sent it, and tells no secret. */
export class MailError extends Error {
  override name = 'MailError';
}
