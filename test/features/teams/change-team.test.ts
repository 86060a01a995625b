import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { graphOutcomes, restOutcomes } from '../../support/cast.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { createTeam } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);

/** The edit member owns the teams here: who administrates them, sees them, or does neither. */
const administrators = {
  ...{ read: 403, comment: 403, edit: 'ok', review: 403, create: 403, admin: 'ok' },
  ...{ guest: 404, disabled: 404, stranger: 404 },
};

const ownedTeam = () => createTeam(world, organization.id, { owners: [cast.edit] });

const updateTeam =
  'mutation ($input: UpdateTeamInput!) { updateTeam(input: $input) { team { title } } }';
const deleteTeam =
  'mutation ($input: DeleteTeamInput!) { deleteTeam(input: $input) { deletedTeamId } }';

describe('renaming a team', () => {
  it('is for its owners and for admins of the organization, on both surfaces', async () => {
    const team = await ownedTeam();
    const rest = await restOutcomes(cast, (client) => client.patch(team.url, { title: 'New' }));
    expect(rest).toEqual(administrators);
    const input = { organizationId: organization.id, teamId: team.id, title: 'Newer' };
    const graph = await graphOutcomes(cast, (client) => client.errorCode(updateTeam, { input }));
    expect(graph).toEqual(administrators);
    const { body } = await cast.read.get(team.url);
    expect(body.title).toBe('Newer');
  });

  it('tells who would be allowed to', async () => {
    const team = await createTeam(world, organization.id, { title: 'Writers' });
    const { body } = await cast.create.patch(team.url, { title: 'New' });
    expect(body.error.message).toBe(
      'To change the team "Writers" you must own it or have the role "admin" in the organization.',
    );
  });

  it('needs a title within the limits', async () => {
    const team = await ownedTeam();
    for (const title of ['', 'x'.repeat(65), null]) {
      expect((await cast.edit.patch(team.url, { title })).status).toBe(400);
    }
    expect((await cast.edit.patch(team.url, {})).status).toBe(400);
  });
});

describe('deleting a team', () => {
  it('is for its owners and for admins; for those who do not see it, it is as good as deleted', async () => {
    const outcome = { ...administrators, guest: 'ok', disabled: 'ok', stranger: 'ok' };
    const rest = await restOutcomes(cast, async (client) => client.delete((await ownedTeam()).url));
    expect(rest).toEqual(outcome);
    const graph = await graphOutcomes(cast, async (client) => {
      const input = { organizationId: organization.id, teamId: (await ownedTeam()).id };
      return client.errorCode(deleteTeam, { input });
    });
    expect(graph).toEqual(outcome);
  });

  it('leaves the team to those who do not see it, and takes it with its grants otherwise', async () => {
    const team = await ownedTeam();
    const space = await world.space(organization.id);
    await world.db.prisma.grant.create({
      data: { id: newId('Grant'), spaceId: space.id, teamId: team.id, role: 'admin' },
    });
    expect((await cast.stranger.delete(team.url)).status).toBe(204);
    expect((await cast.edit.get(team.url)).status).toBe(200);
    expect(await cast.edit.delete(team.url)).toMatchObject({ status: 204, body: undefined });
    expect((await cast.edit.get(team.url)).status).toBe(404);
    expect((await cast.edit.delete(team.url)).status).toBe(204);
    expect(await world.db.prisma.grant.count({ where: { teamId: team.id } })).toBe(0);
  });

  it('leaves the teams of others alone', async () => {
    const other = await world.organization();
    const team = await createTeam(world, other.id);
    const url = `/v1/orgs/${organization.id}/teams/${team.id}`;
    expect((await organization.admin.delete(url)).status).toBe(204);
    expect((await other.admin.get(team.url)).status).toBe(200);
  });
});
