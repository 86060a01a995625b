import { beforeAll, describe, expect, it } from 'vitest';
import { graphOutcomes, restOutcomes } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { createTeam, rolesIn } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
let newcomer: Client;

beforeAll(async () => {
  newcomer = await world.member(organization.id, 'read');
});

/** The edit member owns the teams here, the read member is in them. */
const administrators = {
  ...{ read: 403, comment: 403, edit: 'ok', review: 403, create: 403, admin: 'ok' },
  ...{ guest: 404, disabled: 404, stranger: 404 },
};

const ownedTeam = () =>
  createTeam(world, organization.id, { owners: [cast.edit], members: [cast.read] });

const updateTeamMembers = /* GraphQL */ `
  mutation ($input: UpdateTeamMembersInput!) {
    updateTeamMembers(input: $input) {
      team {
        memberCount
      }
    }
  }
`;
const setTeamMember = /* GraphQL */ `
  mutation ($input: SetTeamMemberInput!) {
    setTeamMember(input: $input) {
      teamMember {
        userId
        role
      }
    }
  }
`;
const removeTeamMember = /* GraphQL */ `
  mutation ($input: RemoveTeamMemberInput!) {
    removeTeamMember(input: $input) {
      removedUserId
    }
  }
`;

describe('changing many members of a team at once', () => {
  it('adds, removes and gives roles on /v1; who is in it stays what they are', async () => {
    const team = await ownedTeam();
    const { status, body } = await cast.edit.put(`${team.url}/members`, {
      add: [cast.edit.userId, newcomer.userId, newcomer.userId, cast.guest.userId],
      remove: [cast.read.userId, 'usr_nobody'],
      memberships: {
        [cast.guest.userId]: { role: 'owner' },
        [cast.review.userId]: { role: 'member' },
      },
    });
    expect({ status, body }).toEqual({ status: 204, body: undefined });
    expect(await rolesIn(cast.edit, team.url)).toEqual({
      [cast.edit.userId]: 'owner',
      [newcomer.userId]: 'member',
      [cast.guest.userId]: 'owner',
      [cast.review.userId]: 'member',
    });
  });

  it('does the same in the graph, with a typed list of roles', async () => {
    const team = await ownedTeam();
    const input = {
      organizationId: organization.id,
      teamId: team.id,
      remove: [cast.edit.userId],
      memberships: [{ userId: newcomer.userId, role: 'OWNER' }],
    };
    const data = await organization.admin.query(updateTeamMembers, { input });
    expect(data.updateTeamMembers.team).toEqual({ memberCount: 2 });
    expect(await rolesIn(cast.edit, team.url)).toEqual({
      [cast.read.userId]: 'member',
      [newcomer.userId]: 'owner',
    });
  });

  it('is for its owners and for admins of the organization, on both surfaces', async () => {
    const team = await ownedTeam();
    const change = { add: [newcomer.userId] };
    const rest = await restOutcomes(cast, (client) => client.put(`${team.url}/members`, change));
    expect(rest).toEqual(administrators);
    const input = { organizationId: organization.id, teamId: team.id, ...change };
    const graph = await graphOutcomes(cast, (client) =>
      client.errorCode(updateTeamMembers, { input }),
    );
    expect(graph).toEqual(administrators);
  });

  it('is all or nothing, and names who is no member of the organization', async () => {
    const team = await ownedTeam();
    const before = await rolesIn(cast.edit, team.url);
    const { userId } = cast.stranger;
    const { status, body } = await cast.edit.put(`${team.url}/members`, {
      add: [newcomer.userId],
      remove: [cast.read.userId],
      memberships: { [userId]: { role: 'member' } },
    });
    expect({ status, message: body.error.message }).toEqual({
      status: 404,
      message: `No member with the id "${userId}" was found: check the id, and that you have access.`,
    });
    expect(await rolesIn(cast.edit, team.url)).toEqual(before);
  });

  it.each([
    [{ add: null }, '"add" must not be null'],
    [{ add: ['x'], remove: ['y', 'x'] }, '"remove.1" is in "add" or "memberships", too.'],
    [{ memberships: { x: { role: 'boss' } } }, '"memberships" must be an object of { role }'],
    [{ memberships: [] }, '"memberships" must be an object of { role }'],
    [{ add: Array.from({ length: 1001 }, () => 'x') }, '"add" must have at most 1000 items.'],
    [{ others: [] }, '"others"'],
  ])('refuses %o', async (change, message) => {
    const team = await ownedTeam();
    const { status, body } = await cast.edit.put(`${team.url}/members`, change);
    expect(status).toBe(400);
    expect(body.error.message).toContain(message);
  });

  it('lets the last owner go: admins of the organization still administrate the team', async () => {
    const team = await ownedTeam();
    const leave = { remove: [cast.edit.userId] };
    expect((await cast.edit.put(`${team.url}/members`, leave)).status).toBe(204);
    expect((await cast.edit.put(`${team.url}/members`, {})).status).toBe(403);
    expect((await cast.admin.put(`${team.url}/members`, {})).status).toBe(204);
  });
});

describe('putting one member into a team', () => {
  const url = (team: { url: string }, client: Client) => `${team.url}/members/${client.userId}`;

  it('adds them as a member, changes their role, and leaves it without one', async () => {
    const team = await ownedTeam();
    const roleOf = async () => (await rolesIn(cast.edit, team.url))[newcomer.userId];
    expect((await cast.edit.put(url(team, newcomer), {})).status).toBe(204);
    expect(await roleOf()).toBe('member');
    await cast.edit.put(url(team, newcomer), { role: 'owner' });
    expect(await roleOf()).toBe('owner');
    await cast.edit.put(url(team, newcomer), {});
    expect(await roleOf()).toBe('owner');
    expect((await cast.edit.put(url(team, newcomer), { role: null })).status).toBe(400);
    const input = { organizationId: organization.id, teamId: team.id, userId: newcomer.userId };
    const data = await cast.edit.query(setTeamMember, { input: { ...input, role: 'MEMBER' } });
    expect(data.setTeamMember.teamMember).toEqual({ userId: newcomer.userId, role: 'MEMBER' });
  });

  it('is for its owners and for admins of the organization, on both surfaces', async () => {
    const team = await ownedTeam();
    const rest = await restOutcomes(cast, (client) => client.put(url(team, newcomer), {}));
    expect(rest).toEqual(administrators);
    const input = { organizationId: organization.id, teamId: team.id, userId: newcomer.userId };
    const graph = await graphOutcomes(cast, (client) => client.errorCode(setTeamMember, { input }));
    expect(graph).toEqual(administrators);
  });

  it('takes members of the organization only', async () => {
    const team = await ownedTeam();
    const { status, body } = await cast.edit.put(url(team, cast.stranger), {});
    expect({ status, message: body.error.message }).toEqual({
      status: 404,
      message: `No member with the id "${cast.stranger.userId}" was found: check the id, and that you have access.`,
    });
  });

  it('works for a guest who owns the team', async () => {
    const team = await createTeam(world, organization.id, { owners: [cast.guest] });
    expect((await cast.guest.put(url(team, newcomer), {})).status).toBe(204);
    expect(await rolesIn(cast.guest, team.url)).toMatchObject({ [newcomer.userId]: 'member' });
  });

  it('gets nobody in who is removed from the organization at the same time', async () => {
    const team = await ownedTeam();
    for (let round = 0; round < 5; round += 1) {
      const leaver = await world.member(organization.id, 'read');
      await Promise.all([
        cast.edit.put(url(team, leaver), {}),
        organization.admin.delete(`/v1/orgs/${organization.id}/members/${leaver.userId}`),
      ]);
      const { userId } = leaver;
      expect(await world.db.prisma.member.count({ where: { userId } })).toBe(0);
      expect(await world.db.prisma.teamMember.count({ where: { userId } })).toBe(0);
    }
  });
});

describe('taking one member out of a team', () => {
  const url = (team: { url: string }, client: Client) => `${team.url}/members/${client.userId}`;

  it('is for its owners and for admins, and everybody may leave', async () => {
    const outcome = {
      ...administrators,
      ...{ read: 'ok', guest: 'ok', disabled: 'ok', stranger: 'ok' },
    };
    const rest = await restOutcomes(cast, async (client) =>
      client.delete(url(await ownedTeam(), cast.read)),
    );
    expect(rest).toEqual(outcome);
    const graph = await graphOutcomes(cast, async (client) => {
      const { id: teamId } = await ownedTeam();
      const { userId } = cast.read;
      const input = { organizationId: organization.id, teamId, userId };
      return client.errorCode(removeTeamMember, { input });
    });
    expect(graph).toEqual(outcome);
  });

  it('takes them out once, and succeeds when they are not in it', async () => {
    const team = await ownedTeam();
    expect(await cast.edit.delete(url(team, cast.read))).toMatchObject({ status: 204 });
    expect(await rolesIn(cast.edit, team.url)).toEqual({ [cast.edit.userId]: 'owner' });
    for (const client of [cast.read, cast.stranger]) {
      expect((await cast.create.delete(url(team, client))).status).toBe(204);
    }
  });

  it('takes nobody out for those who do not see the team', async () => {
    const team = await ownedTeam();
    expect((await cast.stranger.delete(url(team, cast.read))).status).toBe(204);
    expect(await rolesIn(cast.edit, team.url)).toHaveProperty(cast.read.userId);
  });

  it('leaves the team consistent when its owners remove each other at once', async () => {
    const team = await createTeam(world, organization.id, { owners: [cast.edit, cast.review] });
    const answers = await Promise.all([
      cast.edit.delete(url(team, cast.review)),
      cast.review.delete(url(team, cast.edit)),
    ]);
    expect(answers.map(({ status }) => status)).toContain(204);
    expect(Object.keys(await rolesIn(organization.admin, team.url))).toHaveLength(1);
  });
});
