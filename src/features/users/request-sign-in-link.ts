import { enforcedSsoSql } from '../../auth/sso-enforcement-sql.ts';
import type { Context } from '../../context.ts';
import { sql } from '../../database/database.ts';
import { AppError, conflict } from '../../errors.ts';
import type { Mail } from '../../external/mail/mailer.ts';
import { sendMails } from '../../external/mail/send-mails.ts';
import { hashSecret } from '../../lib/hash.ts';
import { newSecretId } from '../../lib/id.ts';
import { createSerialQueue } from '../../lib/serially.ts';
import { LINKS_PER_DAY_MAX, signInMail } from './sign-in-mail.ts';

/** Pause between two mails to one address. */
const PAUSE_MS = 60_000;
/** Period for which mails are counted. */
const DAY_MS = 24 * 60 * 60 * 1000;
/** Maximum number of requests whose user is not looked up yet. */
const LOOKUPS_MAX = 50;
/** Maximum number of mails that are not sent yet. */
const MAILS_MAX = 200;

// Mails have a queue of their own: requests that wait for them would show that there are users.
const lookUp = createBoundedQueue(LOOKUPS_MAX);
const send = createBoundedQueue(MAILS_MAX);

/**
 * Mails a link to sign in to the user with an address, if there is one whose address is confirmed.
 * It does not wait for that, and limits are silent: neither the response nor its time reveals
 * whether there is one.
 *
 * @throws CONFLICT without a mail server, SERVICE_UNAVAILABLE if too many requests wait
 */
export function requestSignInLink(context: Context, email: string): void {
  const { mailer, log } = context;
  if (mailer === null) {
    throw conflict(
      'This installation sends no mail: ask those who run it for an API token, which `npx docgraph token --email` creates.',
    );
  }
  const isAccepted = lookUp(log, async () => {
    const mail = await prepareMail(context, email.toLowerCase());
    if (!mail) return;
    const isQueued = send(log, () => sendMails(mailer, [mail], log));
    if (!isQueued) log.warn('links to sign in were not mailed: too many mails wait');
  });
  if (!isAccepted) {
    throw new AppError('SERVICE_UNAVAILABLE', 'Too many links are requested: try again later.');
  }
}

/** Returns a queue of work that is done in turn. It returns false if too much work waits. */
function createBoundedQueue(max: number) {
  const queue = createSerialQueue();
  let waiting = 0;
  return (log: Context['log'], work: () => Promise<unknown>): boolean => {
    if (waiting >= max) return false;
    waiting += 1;
    void queue(work)
      .catch((err: unknown) => log.warn({ err }, 'a link to sign in was not mailed'))
      .finally(() => (waiting -= 1));
    return true;
  };
}

/** Returns the mail with a new link; null if it must not be sent. */
async function prepareMail(context: Context, email: string): Promise<Mail | null> {
  const { db, addresses } = context;
  const secret = newSecretId('signin');
  const userId = await storeLink(context, email, secret);
  if (userId === null) return null;
  const [login] = await db.query(enforcedSsoSql(sql`${userId}`));
  const url = login
    ? addresses.service(login[0] as string).startURL
    : `${addresses.own('sign-in', 'link')}#secret=${secret}`;
  return signInMail(email, url, login !== undefined);
}

/**
 * Stores the secret of a link. Returns the id of its user; null if there is none, and beyond the
 * limits.
 */
async function storeLink(context: Context, email: string, secret: string): Promise<string | null> {
  const now = context.now();
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const [row] = await context.db.query(sql`
    INSERT INTO sign_in_links AS l (user_id, secret_hash, mailed_at, mail_count, counted_from)
    SELECT u.id, ${hashSecret(secret)}, ${now}::timestamptz, 1, ${now}::timestamptz FROM users u
    WHERE lower(u.email) = ${email} AND u.realm = '' ORDER BY u.created_at, u.id LIMIT 1
    ON CONFLICT (user_id) DO UPDATE SET
      secret_hash = excluded.secret_hash, mailed_at = excluded.mailed_at,
      mail_count = CASE WHEN l.counted_from > ${dayAgo} THEN l.mail_count + 1 ELSE 1 END,
      counted_from = CASE WHEN l.counted_from > ${dayAgo} THEN l.counted_from
        ELSE excluded.counted_from END
    WHERE l.mailed_at <= ${new Date(now.getTime() - PAUSE_MS)}
      AND (l.mail_count < ${LINKS_PER_DAY_MAX} OR l.counted_from <= ${dayAgo})
    RETURNING user_id`);
  return row ? (row[0] as string) : null;
}
