import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { sendMails } from '../../external/mail/send-mails.ts';
import { firstUser } from '../users/first-user.ts';
import { userSource } from '../users/user-source.ts';
import { invitationMail } from './invitation-mail.ts';
import { invitationSource } from './invitation-source.ts';
import { invitationUrl } from './join-url.ts';

/** An invitation that is stored, and its secret while that is known: once. */
export interface StoredInvitation {
  id: string;
  email: string;
  /** Null when the one that was mailed a moment ago still holds. */
  secret: string | null;
}

/** What became of an invitation that was to reach somebody. */
export interface Delivery {
  invitation: Row<'Invitation'>;
  /** Whether the mail server took the mail just now. */
  mailed: boolean;
  /** Why it reached nobody so far; null where it was mailed, and where the address is shown. */
  reason: string | null;
  /** The address to pass on, where there is no mail server to do it. */
  url: string | null;
}

/** How often one address is mailed at most, in milliseconds. */
export const MAIL_INTERVAL_MS = 60_000;

const MAILED_JUST_NOW = 'It was mailed less than a minute ago.';
const NO_MAIL_SERVER =
  'There is no mail server: the admin of the installation can set SMTP_URL, or send the invitation again and pass the link on.';

/**
 * Mails invitations after they were stored, each once, and notes which were. Without a mail server
 * it answers their links instead, this once, to the admin of the installation. To nobody else: who
 * accepts one becomes the user of an address, and there only the mail shows that it is theirs.
 */
export async function deliverInvitations(
  context: Context,
  organizationTitle: string,
  stored: readonly StoredInvitation[],
): Promise<Delivery[]> {
  const earlier = await mailedBefore(context, stored);
  const due = stored.filter(({ id }) => !earlier.has(id));
  const failures = await mail(context, organizationTitle, due);
  const mailedNow = due.filter(({ id }) => failures.get(id) === null).map(({ id }) => id);
  const mailedIds = new Set([...earlier, ...mailedNow]);
  if (mailedNow.length > 0) {
    await context.write((transaction) =>
      transaction.invitation.updateMany({
        where: { id: { in: mailedNow } },
        data: { mailedAt: context.now() },
      }),
    );
  }
  const showsLinks = context.mailer === null && (await isInstallationAdmin(context));
  const deliveries = await Promise.all(
    stored.map(async ({ id, secret }): Promise<Delivery | null> => {
      const invitation = await context.loaders.one(invitationSource, id);
      // Somebody accepted or deleted it in the meantime.
      if (!invitation) return null;
      const mailed = mailedIds.has(id);
      if (secret === null) return { invitation, mailed, reason: MAILED_JUST_NOW, url: null };
      if (showsLinks) {
        return { invitation, mailed, reason: null, url: invitationUrl(context.baseUrl, secret) };
      }
      const reason = context.mailer === null ? NO_MAIL_SERVER : (failures.get(id) ?? null);
      return { invitation, mailed, reason, url: null };
    }),
  );
  return deliveries.filter((delivery) => delivery !== null);
}

/** Which were mailed with their present secret, where a request is sent again with its key. */
async function mailedBefore(
  { loaders }: Context,
  stored: readonly StoredInvitation[],
): Promise<ReadonlySet<string>> {
  const fresh = stored.filter(({ secret }) => secret !== null);
  const rows = await Promise.all(fresh.map(({ id }) => loaders.one(invitationSource, id)));
  return new Set(rows.flatMap((row) => (row?.mailedAt ? [row.id] : [])));
}

async function isInstallationAdmin({ db, viewer }: Context): Promise<boolean> {
  return (await firstUser(db.prisma)) === viewer.id;
}

/** By id why a mail was not sent, null when it was; nothing where none was to be sent. */
async function mail(
  context: Context,
  organization: string,
  stored: readonly StoredInvitation[],
): Promise<Map<string, string | null>> {
  const { mailer, loaders, viewer, baseUrl, log } = context;
  const due = stored.flatMap(({ id, email, secret }) =>
    secret === null ? [] : [{ id, email, secret }],
  );
  if (mailer === null || due.length === 0) return new Map();
  const inviter = await loaders.one(userSource, viewer.id);
  const mails = due.map(({ email, secret }) =>
    invitationMail({
      to: email,
      inviter: inviter?.displayName ?? 'Somebody',
      organization,
      url: invitationUrl(baseUrl, secret),
    }),
  );
  const failures = await sendMails(mailer, mails, log);
  return new Map(due.map(({ id }, index) => [id, failures[index] ?? null]));
}
