import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { sendMails } from '../../external/mail/send-mails.ts';
import { firstUser } from '../users/first-user.ts';
import { userSource } from '../users/user-source.ts';
import { invitationMail } from './invitation-mail.ts';
import { invitationSource } from './invitation-source.ts';
import { invitationUrl } from './join-url.ts';

/** Stored invitation, with its secret, which is known only once. */
export interface StoredInvitation {
  id: string;
  email: string;
  /** True if a user has the address, who finds the invitation in the app. */
  hasUser: boolean;
  /** Secret; null if an invitation mailed a moment ago remains valid. */
  secret: string | null;
}

/** Delivery status of an invitation. */
export interface Delivery {
  invitation: Row<'Invitation'>;
  /** Whether the mail server accepted the mail just now. */
  mailed: boolean;
  /** Reason why it has not been delivered; null if it was mailed, or if the address is shown. */
  reason: string | null;
  /** Address to pass on manually if there is no mail server. */
  url: string | null;
}

/** Minimum interval between mails to one address, in milliseconds. */
export const MAIL_INTERVAL_MS = 60_000;

const MAILED_JUST_NOW = 'It was mailed less than a minute ago.';
const NO_MAIL_SERVER =
  'There is no mail server: the admin of the installation can set SMTP_URL, or send the invitation again and pass the link on.';

const SHOWN_IN_APP =
  'There is no mail server: the person sees the invitation once they are signed in.';

/**
 * Mails stored invitations, each once, and records which were mailed. Without a mail server it
 * returns their links instead, only once and only to the admin of the installation: accepting an
 * invitation gives access to the user of an address, and only the mail proves who owns the address.
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
    stored.map(async ({ id, hasUser, secret }): Promise<Delivery | null> => {
      const invitation = await context.loaders.one(invitationSource, id);
      // The invitation was accepted or deleted meanwhile.
      if (!invitation) return null;
      const mailed = mailedIds.has(id);
      if (secret === null) return { invitation, mailed, reason: MAILED_JUST_NOW, url: null };
      if (showsLinks) {
        return { invitation, mailed, reason: null, url: invitationUrl(context.addresses, secret) };
      }
      const unsent = hasUser ? SHOWN_IN_APP : NO_MAIL_SERVER;
      const reason = context.mailer === null ? unsent : (failures.get(id) ?? null);
      return { invitation, mailed, reason, url: null };
    }),
  );
  return deliveries.filter((delivery) => delivery !== null);
}

/**
 * Returns the invitations already mailed with their current secret, when a request with an
 * idempotency key is repeated.
 */
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

/** Sends mails. Returns the failure by id, null for a sent mail; skipped mails have no entry. */
async function mail(
  context: Context,
  organization: string,
  stored: readonly StoredInvitation[],
): Promise<Map<string, string | null>> {
  const { mailer, loaders, viewer, addresses, log } = context;
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
      url: invitationUrl(addresses, secret),
    }),
  );
  const failures = await sendMails(mailer, mails, log);
  return new Map(due.map(({ id }, index) => [id, failures[index] ?? null]));
}
