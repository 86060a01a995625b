import type { Role } from '../../auth/roles.ts';
import type { Database } from '../../database/database.ts';

export interface NewMember {
  organizationId: string;
  userId: string;
  /** Null makes a guest. */
  role: Role | null;
  now: Date;
}

/** Makes a user a member of an organization. */
export async function addMember(
  database: Pick<Database, 'prisma'>,
  { organizationId, userId, role, now }: NewMember,
): Promise<void> {
  await database.prisma.member.create({ data: { organizationId, userId, role, joinedAt: now } });
}
