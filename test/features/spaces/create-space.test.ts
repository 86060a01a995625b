import { beforeAll, describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes } from '../../support/cast.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
let path: string;

beforeAll(async () => {
  path = `/v1/orgs/${organization.id}/spaces`;
});

const createSpace = /* GraphQL */ `
  mutation ($input: CreateSpaceInput!) {
    createSpace(input: $input) {
      space {
        id
        title
        language
        editMode
        parent {
          id
          title
        }
      }
    }
  }
`;

describe('creating a space', () => {
  it('answers 201 with its address and what was given, and the graph shows the same', async () => {
    const input = { title: 'Handbook', emoji: '📕', language: 'pt-br', editMode: 'locked' };
    const { status, body, headers } = await organization.admin.post(path, input);
    expect(status).toBe(201);
    expect(headers['location']).toBe(`${baseUrl}/v1/spaces/${body.id}`);
    expect(body).toMatchObject({
      object: 'space',
      ...input,
      organization: organization.id,
      visibility: 'private',
      defaultLevel: 'inherit',
      changeRequests: 0,
      changeRequestsOpen: 0,
      changeRequestsDraft: 0,
      urls: { location: headers['location'] },
    });
    expect(Object.keys(body)).not.toContain('parent');
    const data = await organization.admin.query(
      'query ($id: ID!) { space(id: $id) { title language editMode revisionId } }',
      { id: body.id },
    );
    expect(data.space).toEqual({
      title: 'Handbook',
      language: 'PT_BR',
      editMode: 'LOCKED',
      revisionId: body.revision,
    });
  });

  it('fills in what is left out', async () => {
    const { body } = await organization.admin.post(path, {});
    expect(body).toMatchObject({ title: 'Untitled', emoji: '📄', editMode: 'live' });
    expect(body).not.toHaveProperty('language');
  });

  it('puts it into a collection, whose level decides instead of the role', async () => {
    const collection = await world.collection(organization.id, { title: 'Guides' });
    await world.grantOnCollection(collection.id, cast.guest.userId, 'create');
    await world.grantOnCollection(collection.id, cast.create.userId, 'review');
    const input = { organizationId: organization.id, parent: collection.id };
    const data = await cast.guest.query(createSpace, { input });
    expect(data.createSpace.space.parent).toEqual({ id: collection.id, title: 'Guides' });
    const { status, body } = await cast.guest.get(`/v1/spaces/${data.createSpace.space.id}`);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { parent: collection.id, visibility: 'in-collection' },
    });
    expect((await cast.create.post(path, { parent: collection.id })).status).toBe(403);
    expect(await cast.create.errorCode(createSpace, { input })).toBe('FORBIDDEN');
  });

  it('refuses a parent that is no collection of the organization', async () => {
    const elsewhere = await world.organization();
    const foreign = await world.collection(elsewhere.id);
    await world.db.prisma.member.create({
      data: { organizationId: elsewhere.id, userId: organization.admin.userId, role: 'admin' },
    });
    for (const parent of [foreign.id, 'col_missing', '']) {
      const { status, body } = await organization.admin.post(path, { parent });
      expect({ status, message: body.error.message }).toEqual({
        status: 400,
        message: '"parent" must be a collection of the organization.',
      });
      const input = { organizationId: organization.id, parent };
      expect(await organization.admin.errorCode(createSpace, { input })).toBe('BAD_USER_INPUT');
    }
  });

  it.each([
    [{ title: 'x'.repeat(51) }, '"title" must have at most 50 characters.'],
    [{ title: null }, '"title" must not be null: omit it instead.'],
    [{ emoji: 'x'.repeat(51) }, '"emoji" must have at most 50 characters.'],
    [{ emoji: '' }, '"emoji" must have at least 1 character.'],
    [{ language: 'xx' }, /^"language" must be one of "ar", "bg", /],
    [{ editMode: 'open' }, '"editMode" must be one of "live", "locked".'],
    [{ title: 'a\0b' }, '"title" must not contain the character U+0000.'],
    [{ titel: 'Typo' }, '"titel" is not known here.'],
  ])('refuses %j', async (input, message) => {
    const { status, body } = await organization.admin.post(path, input);
    expect(status).toBe(400);
    expect(body.error.message).toMatch(message);
  });

  it('refuses in the graph, too, a character that cannot be stored', async () => {
    const input = { organizationId: organization.id, title: 'a\0b' };
    expect(await organization.admin.errorCode(createSpace, { input })).toBe('BAD_USER_INPUT');
  });

  it('is for the role create and above, the same on both surfaces', async () => {
    const expected = { ...allowedFrom('create'), guest: 403 };
    expect(await restOutcomes(cast, (client) => client.post(path, {}))).toEqual(expected);
    const input = { organizationId: organization.id };
    expect(await graphOutcomes(cast, (client) => client.errorCode(createSpace, { input }))).toEqual(
      expected,
    );
  });

  it('gives each of many created at once a place of its own', async () => {
    const { id, admin } = await world.organization();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => admin.post(`/v1/orgs/${id}/spaces`, {})),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const rows = await world.db.prisma.space.findMany({ where: { organizationId: id } });
    expect(new Set(rows.map(({ position }) => position)).size).toBe(12);
  });
});
