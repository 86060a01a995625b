import type { Logger } from 'pino';
import { MailError, type Mail, type Mailer } from './mailer.ts';

/** Maximum number of concurrent mails, and the time limit for all of them. */
const MAILS_AT_ONCE = 4;
const ALL_MAILS_TIMEOUT_MS = 30_000;

/**
 * Sends several mails, each once. A failure does not affect the others. At the time limit, mails
 * that have not been started are skipped.
 *
 * @returns for each mail the reason why it was not sent, in order; null for a sent mail
 */
export async function sendMails(
  mailer: Mailer,
  mails: readonly Mail[],
  log: Pick<Logger, 'warn'>,
  timeoutMs = ALL_MAILS_TIMEOUT_MS,
): Promise<(string | null)[]> {
  const deadline = performance.now() + timeoutMs;
  const failures = mails.map((): string | null => null);
  const waiting = mails.entries();
  const work = async (): Promise<void> => {
    for (const [index, mail] of waiting) {
      failures[index] =
        performance.now() > deadline
          ? 'There was no time left to send it.'
          : await failureOf(mailer, mail, log);
    }
  };
  await Promise.all(Array.from({ length: MAILS_AT_ONCE }, work));
  return failures;
}

async function failureOf(
  mailer: Mailer,
  mail: Mail,
  log: Pick<Logger, 'warn'>,
): Promise<string | null> {
  try {
    await mailer.send(mail);
    return null;
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    const { code, command, responseCode } = (error.cause ?? {}) as Record<string, unknown>;
    log.warn({ code, command, responseCode }, 'a mail was not sent');
    return error.message;
  }
}
