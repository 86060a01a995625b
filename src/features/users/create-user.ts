import type { Database } from '../../database/database.ts';
import { newId } from '../../lib/id.ts';

export interface NewUser {
  displayName: string;
  email: string;
}

/** Creates a user without memberships. */
export function createUser(
  database: Pick<Database, 'prisma'>,
  { displayName, email }: NewUser,
): Promise<{ id: string }> {
  return database.prisma.user.create({
    data: { id: newId('User'), displayName, email },
    select: { id: true },
  });
}
