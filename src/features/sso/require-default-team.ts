import { requireSubjects } from '../../auth/require-subjects.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { badInput, nullIfNotFound } from '../../errors.ts';

/** Requires that a default team, if given, belongs to the organization. @throws BAD_USER_INPUT */
export async function requireDefaultTeam(
  transaction: PrismaTransaction,
  organizationId: string,
  teamId: string | null | undefined,
): Promise<void> {
  if (teamId == null) return;
  const isMissing =
    (await requireSubjects(transaction, 'team', organizationId, [teamId]).catch(nullIfNotFound)) ===
    null;
  if (isMissing) {
    throw badInput('"defaultTeam" must be a team of the organization.', ['input', 'defaultTeam']);
  }
}
