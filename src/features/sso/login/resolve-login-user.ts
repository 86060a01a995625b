import type { Role } from '../../../auth/roles.ts';
import type { Row } from '../../../builder.ts';
import type { PrismaTransaction } from '../../../database/database.ts';
import { admitMember } from '../../members/admit-member.ts';
import { findMembership } from '../../members/find-membership.ts';
import type { LockedOrganization } from '../../organizations/lock-organization.ts';
import { placeInTeam } from '../../teams/place-in-team.ts';
import { createAccountOfRealm } from '../../users/create-account-of-realm.ts';
import { findUsersByEmail } from '../../users/find-users-by-email.ts';
import { firstUser } from '../../users/first-user.ts';
import { lockEmailAddress } from '../../users/lock-email-address.ts';
import { LoginError } from './login-error.ts';

/** Provider with its locked organization. */
export interface HeldProvider {
  organization: LockedOrganization;
  provider: Row<'SamlProvider'>;
}

/** Person as known to their identity provider. */
export interface Person {
  /** E-mail address in lower case. */
  email: string;
  displayName: string;
  now: Date;
}

/**
 * Returns the user for a login, as a member of the provider's organization.
 *
 * An organization sets up its provider alone, so the provider's statements about addresses bind
 * nobody else. A login therefore uses an account created by logins of the same organization. The
 * only other accounts are those of members with permission (`sso`) who belong to no other
 * organization. Existing accounts elsewhere are never taken over: a separate account is created,
 * confined to the organization.
 *
 * @throws LoginError
 */
export async function resolveLoginUser(
  transaction: PrismaTransaction,
  { organization, provider }: HeldProvider,
  person: Person,
): Promise<string> {
  const { id: organizationId } = organization;
  if (organization.blockedReason !== null) throw new LoginError('blocked');
  await lockEmailAddress(transaction, person.email);
  const known = await knownAccount(transaction, organization, person.email);
  const userId =
    known ?? (await createAccountOfRealm(transaction, { ...person, realm: organizationId }));
  const membership = await findMembership(transaction, { organizationId, userId });
  if (membership) return userId;
  const role = provider.defaultRole as Role | null;
  const { now } = person;
  await admitMember(transaction, { organizationId, userId, role, sso: true, now });
  const teamId = provider.defaultTeamId;
  if (teamId !== null) await placeInTeam(transaction, teamId, [{ userId, role: undefined }], now);
  return userId;
}

/** Returns the account that a login may use; null if one must be created. */
async function knownAccount(
  transaction: PrismaTransaction,
  { id: organizationId, sso: isEnforced }: LockedOrganization,
  email: string,
): Promise<string | null> {
  const made = (await findUsersByEmail(transaction, [email], organizationId)).get(email);
  const userId = made ?? (await findUsersByEmail(transaction, [email])).get(email);
  if (userId === undefined) return null;
  const membership = await findMembership(transaction, { organizationId, userId });
  if (membership?.disabled) throw new LoginError('disabled');
  if (made !== undefined) return made;
  if (!membership) return null;
  if (!membership.sso && !isEnforced) throw new LoginError('not-allowed');
  const isElsewhere = membership.organizations > 1 || userId === (await firstUser(transaction));
  if (isElsewhere) throw new LoginError('elsewhere');
  return userId;
}
