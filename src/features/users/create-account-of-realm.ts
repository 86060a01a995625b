import type { PrismaTransaction } from '../../database/database.ts';
import { newId } from '../../lib/id.ts';
import type { NewUser } from './create-user.ts';

/**
 * Creates a user from an organization's single sign-on. The user is separate from others with the
 * same address, and can belong to that organization only.
 *
 * @param realm id of the organization
 * @returns the id of the user
 */
export async function createAccountOfRealm(
  transaction: PrismaTransaction,
  { displayName, email, realm, now }: NewUser & { realm: string; now: Date },
): Promise<string> {
  const id = newId('User');
  await transaction.user.create({ data: { id, displayName, email, realm, createdAt: now } });
  return id;
}
