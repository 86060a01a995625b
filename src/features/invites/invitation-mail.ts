import { linkMail } from '../../external/mail/link-mail.ts';
import type { Mail } from '../../external/mail/mailer.ts';
import { INVITATION_DAYS } from './invitation-secret.ts';

export interface InvitationMail {
  to: string;
  /** Names of the inviting user and of the organization; both are untrusted. */
  inviter: string;
  organization: string;
  /** Address at which it is accepted; it contains the secret. */
  url: string;
}

/** Returns the invitation mail. */
export function invitationMail({ to, inviter, organization, url }: InvitationMail): Mail {
  const [by, where] = [inOneLine(inviter), inOneLine(organization)];
  return linkMail({
    ...{ to, url, purpose: 'To join', label: 'Join' },
    subject: `${by} invites you to ${where}`,
    what: `${by} invites you to the organization "${where}" on docgraph.`,
    how: `The link works once, within ${INVITATION_DAYS} days. Whoever has it can join as you: keep it to yourself. If you expected no invitation, ignore this mail.`,
  });
}

/** Removes line breaks and invisible characters from a name. */
export function inOneLine(name: string): string {
  return name.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
}
