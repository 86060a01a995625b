import { sql, type PrismaTransaction } from '../database/database.ts';
import { notFound } from '../errors.ts';

/** Kind of a recipient of a grant: a member, by the id of the user, or a team. */
export type SubjectKind = 'member' | 'team';

const tables = {
  member: { table: sql`members`, key: sql`s.user_id` },
  team: { table: sql`teams`, key: sql`s.id` },
} as const;

/**
 * Requires members, guests included, or teams to belong to an organization, and keeps them there
 * until the end of the transaction.
 *
 * @throws NOT_FOUND naming the first that does not
 */
export async function requireSubjects(
  transaction: PrismaTransaction,
  kind: SubjectKind,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const { table, key } = tables[kind];
  const rows = await transaction.$queryRaw<{ id: string }[]>(sql`
    SELECT ${key} AS id FROM ${table} s
    WHERE s.organization_id = ${organizationId} AND ${key} = ANY(${[...ids]}::text[])
    FOR KEY SHARE`);
  const found = new Set(rows.map(({ id }) => id));
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) throw notFound(kind, missing);
}
