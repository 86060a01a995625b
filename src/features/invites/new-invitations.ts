import { z } from 'zod';
import { roles, type Role } from '../../auth/roles.ts';
import { emailAddress } from '../../external/mail/email-address.ts';
import type { LockedOrganization } from '../organizations/lock-organization.ts';

/** Maximum number of addresses per call. */
export const EMAILS_MAX = 100;

const role = z.enum(roles).nullish();

/** Input for new invitations, with its limits (interface, Organization invites). */
export const newInvitations = z.object({
  emails: z
    .array(z.object({ email: emailAddress, role }))
    .min(1)
    .max(EMAILS_MAX),
  role,
  sso: z.boolean().optional(),
});

export type NewInvitations = z.output<typeof newInvitations>;

/** Invited person, with the granted role. */
export interface Invitee {
  /** E-mail address in lower case. */
  email: string;
  role: Role | null;
  sso: boolean;
}

/**
 * Returns the invited people, one per address; the last entry wins. Addresses that cannot use
 * single sign-on are returned separately.
 */
export function inviteesOf(
  { emails, role: roleOfAll, sso = false }: NewInvitations,
  { defaultRole, emailDomains }: LockedOrganization,
): { invitees: Invitee[]; failed: string[] } {
  const invitees = new Map<string, Invitee>();
  const failed = new Set<string>();
  for (const { email: given, role: own } of emails) {
    const email = given.toLowerCase();
    const [, domain = ''] = email.split('@');
    if (sso && emailDomains.length > 0 && !emailDomains.includes(domain)) {
      failed.add(email);
      continue;
    }
    const chosen = own === undefined ? roleOfAll : own;
    invitees.set(email, { email, role: chosen === undefined ? defaultRole : chosen, sso });
  }
  return { invitees: [...invitees.values()], failed: [...failed] };
}
