/** Maximum lengths of the parts of a mail, in characters. */
export const MAIL_LIMITS = { address: 254, subject: 200, body: 100_000 } as const;

/** Mail to one address. */
export interface Mail {
  to: string;
  /** Subject in one line. */
  subject: string;
  text: string;
  html: string;
}

/** Sender of mail, with limits of size and time. */
export interface Mailer {
  /**
   * Passes a mail to the mail server, once.
   *
   * @throws MailError when the server rejects it
   */
  send(mail: Mail): Promise<void>;
}

/** Failure to send a mail. The message is for the sender, and contains no secret. */
export class MailError extends Error {
  override name = 'MailError';
}
