import { enforcedSsoSql } from '../../auth/sso-enforcement-sql.ts';
import type { Context } from '../../context.ts';
import { sql } from '../../database/database.ts';
import { AppError, conflict } from '../../errors.ts';
import type { Mailer } from '../../external/mail/mailer.ts';
import { sendMails } from '../../external/mail/send-mails.ts';
import { hashSecret } from '../../lib/hash.ts';
import { newSecretId } from '../../lib/id.ts';
import { createSerialQueue } from '../../lib/serially.ts';
import { LINKS_PER_DAY_MAX, signInMail } from './sign-in-mail.ts';

/** Pause between two mails to one address. */
const PAUSE_MS = 60_000;
/** Period for which mails are counted. */
const DAY_MS = 24 * 60 * 60 * 1000;
/** Maximum number of requests whose mail is not sent yet. */
const WAITING_MAX = 50;

const queue = createSerialQueue();
let waiting = 0;

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
  if (waiting >= WAITING_MAX) {
    throw new AppError('SERVICE_UNAVAILABLE', 'Too many links are requested: try again later.');
  }
  waiting += 1;
  void queue(() => mailLink(context, mailer, email.toLowerCase()))
    .catch((err: unknown) => log.warn({ err }, 'a link to sign in was not mailed'))
    .finally(() => (waiting -= 1));
}

async function mailLink(context: Context, mailer: Mailer, email: string): Promise<void> {
  const { db, addresses, log } = context;
  const secret = newSecretId('signin');
  const userId = await storeLink(context, email, secret);
  if (userId === null) return;
  const [login] = await db.query(enforcedSsoSql(sql`${userId}`));
  const url = login
    ? addresses.service(login[0] as string).startURL
    : `${addresses.own('sign-in', 'link')}#secret=${secret}`;
  await sendMails(mailer, [signInMail(email, url, login !== undefined)], log);
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
