import { sql, type Database } from '../database/database.ts';
import type { Role } from './roles.ts';
import type { Viewer } from './viewer.ts';

/** A user as the viewer of work that no request asks for, e.g. of a command: without a token. */
export async function loadViewer(database: Database, userId: string): Promise<Viewer> {
  const rows = (await database.query(sql`
    SELECT m.organization_id, m.role, EXISTS (
      SELECT FROM team_members tm JOIN teams t ON t.id = tm.team_id
      WHERE t.organization_id = m.organization_id AND tm.user_id = m.user_id AND tm.role = 'owner')
    FROM members m WHERE m.user_id = ${userId} AND NOT m.disabled`)) as [
    string,
    Role | null,
    boolean,
  ][];
  const memberships = rows.map(
    ([organizationId, role, ownsTeam]) => [organizationId, { role, ownsTeam }] as const,
  );
  return { id: userId, tokenId: null, memberships: new Map(memberships) };
}
