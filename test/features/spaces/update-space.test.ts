import { beforeEach, describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes } from '../../support/cast.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
let spaceId: string;
let path: string;

beforeEach(async () => {
  ({ id: spaceId } = await world.space(organization.id, { title: 'Before' }));
  path = `/v1/spaces/${spaceId}`;
});

const updateSpace = /* GraphQL */ `
  mutation ($input: UpdateSpaceInput!) {
    updateSpace(input: $input) {
      space {
        title
        emoji
        editMode
        defaultLevel
        language
        urls {
          icon
        }
      }
    }
  }
`;

describe('updating a space', () => {
  it('changes what is given, and both surfaces show it', async () => {
    const changes = {
      title: 'After',
      emoji: '📗',
      editMode: 'locked',
      defaultLevel: 'read',
      language: 'de',
    };
    const icon = 'https://example.com/icon.png';
    const { status, body } = await organization.admin.patch(path, { ...changes, icon });
    expect({ status, body }).toMatchObject({ status: 200, body: { ...changes, urls: { icon } } });
    const data = await organization.admin.query(updateSpace, { input: { spaceId } });
    expect(data.updateSpace.space).toEqual({
      title: 'After',
      emoji: '📗',
      editMode: 'LOCKED',
      defaultLevel: 'READ',
      language: 'DE',
      urls: { icon },
    });
  });

  it('clears with null what may be empty', async () => {
    const icon = 'https://example.com/icon.png';
    await organization.admin.patch(path, { emoji: '📗', icon, defaultLevel: 'edit' });
    const { body } = await organization.admin.patch(path, {
      emoji: null,
      icon: null,
      defaultLevel: null,
    });
    expect(body).toMatchObject({ title: 'Before', emoji: '📄', defaultLevel: null });
    expect(body.urls).not.toHaveProperty('icon');
  });

  it('tells null, omitted and a value apart in the graph, too', async () => {
    const update = async (changes: object) => {
      const input = { spaceId, ...changes };
      return (await organization.admin.query(updateSpace, { input })).updateSpace.space;
    };
    const icon = 'https://example.com/icon.png';
    const given = { title: 'Before', emoji: '📗', defaultLevel: 'EDIT', urls: { icon } };
    expect(await update({ emoji: '📗', defaultLevel: 'EDIT', icon })).toMatchObject(given);
    expect(await update({})).toMatchObject(given);
    expect(await update({ emoji: null, defaultLevel: null, icon: null })).toMatchObject({
      title: 'Before',
      emoji: '📄',
      defaultLevel: null,
      urls: { icon: null },
    });
    expect(await update({ defaultLevel: 'INHERIT' })).toMatchObject({ defaultLevel: 'INHERIT' });
  });

  it('shows when something last changed', async () => {
    const before = await organization.admin.get(path);
    const after = await organization.admin.patch(path, { title: 'After' });
    expect(Date.parse(after.body.updatedAt)).toBeGreaterThan(Date.parse(before.body.updatedAt));
    for (const same of [{}, { title: 'After', editMode: 'live', emoji: null }]) {
      expect((await organization.admin.patch(path, same)).body).toEqual(after.body);
    }
  });

  it.each([
    ['title', '"title" must not be null: omit it instead.'],
    ['editMode', '"editMode" must be one of "live", "locked".'],
  ])('refuses null for %s on both surfaces', async (field, message) => {
    const { status, body } = await organization.admin.patch(path, { [field]: null });
    expect(status).toBe(400);
    expect(body.error.message).toMatch(message);
    const input = { spaceId, [field]: null };
    expect(await organization.admin.errorCode(updateSpace, { input })).toBe('BAD_USER_INPUT');
  });

  it.each([
    [{ title: 'x'.repeat(51) }, '"title" must have at most 50 characters.'],
    [{ emoji: 'x'.repeat(51) }, '"emoji" must have at most 50 characters.'],
    [{ icon: 'not an address' }, '"icon" must be a valid url.'],
    [{ icon: 'javascript:alert(1)' }, '"icon" must be a valid url.'],
    [{ icon: `https://example.com/${'x'.repeat(2048)}` }, /^"icon" must have at most 2048/],
    [{ defaultLevel: 'owner' }, /^"defaultLevel" must be one of "admin", "comment", /],
    [{ visibility: 'public' }, '"visibility" is not known here.'],
    [{ spaceId: 'sp_other' }, '"spaceId" in the body differs from the one in the path.'],
  ])('refuses %j', async (changes, message) => {
    const { status, body } = await organization.admin.patch(path, changes);
    expect(status).toBe(400);
    expect(body.error.message).toMatch(message);
  });

  it('is for the level admin, the same on both surfaces', async () => {
    const expected = allowedFrom('admin');
    expect(await restOutcomes(cast, (client) => client.patch(path, { title: 'A' }))).toEqual(
      expected,
    );
    const input = { spaceId, title: 'B' };
    expect(await graphOutcomes(cast, (client) => client.errorCode(updateSpace, { input }))).toEqual(
      expected,
    );
  });

  it('names the role that would be enough', async () => {
    const { body } = await cast.create.patch(path, { title: 'A' });
    expect(body.error.message).toBe(
      'To do this in the space "Before" you need the role "admin" or a higher one.',
    );
  });

  it('answers even when the change takes away the own access', async () => {
    await organization.admin.patch(path, { defaultLevel: 'admin' });
    const { status, body } = await cast.read.patch(path, { defaultLevel: null });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { defaultLevel: null, permissions: { view: false, access: false, admin: false } },
    });
    expect((await cast.read.get(path)).status).toBe(404);
  });

  it('is refused while the space is deleted', async () => {
    await organization.admin.delete(path);
    expect((await organization.admin.patch(path, { title: 'A' })).status).toBe(409);
    const input = { spaceId, title: 'A' };
    expect(await organization.admin.errorCode(updateSpace, { input })).toBe('CONFLICT');
  });
});
