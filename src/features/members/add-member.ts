import type { Role } from '../../auth/roles.ts';
import type { Database } from '../../database/database.ts';

export interface NewMember {
  organizationId: string;
  userId: string;
  /** Role; null for a guest. */
  role: Role | null;
  now: Date;
}

/** Adds a user to an organization. */
export async function addMember(
  database: Pick<Database, 'prisma'>,
  { organizationId, userId, role, now }: NewMember,
): Promise<void> {
  await database.prisma.member.create({ data: { organizationId, userId, role, joinedAt: now } });
}
