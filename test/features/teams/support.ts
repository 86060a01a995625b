import { newId } from '../../../src/lib/id.ts';
import type { Client } from '../../support/client.ts';
import type { World } from '../../support/world.ts';

/** Who is in a team, by the role that they have there. */
interface Places {
  owners?: readonly Client[];
  members?: readonly Client[];
}

/** A team of an organization. */
export async function createTeam(
  world: World,
  organizationId: string,
  { title = `Team ${world.next()}`, owners = [], members = [] }: Places & { title?: string } = {},
): Promise<{ id: string; url: string }> {
  const id = newId('Team');
  const placed = [
    ...owners.map(({ userId }) => ({ userId, role: 'owner' })),
    ...members.map(({ userId }) => ({ userId, role: 'member' })),
  ];
  await world.db.prisma.team.create({
    data: { id, organizationId, title, members: { create: placed } },
  });
  return { id, url: `/v1/orgs/${organizationId}/teams/${id}` };
}

/** The team's members on `/v1`, as pairs of user id and role in the team. */
export async function rolesIn(client: Client, teamUrl: string): Promise<Record<string, string>> {
  const { status, body } = await client.get(`${teamUrl}/members?limit=1000`);
  if (status !== 200) throw new Error(`The list answers ${status}.`);
  const items = body.items as { id: string; role: string }[];
  return Object.fromEntries(items.map(({ id, role }) => [id, role]));
}
