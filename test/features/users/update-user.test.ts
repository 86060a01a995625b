import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
let ada: Client;
let fellow: Client;
let stranger: Client;

beforeAll(async () => {
  const organization = await world.organization();
  ada = organization.admin;
  fellow = await world.member(organization.id, 'read');
  stranger = await world.user();
});

const updateUser = /* GraphQL */ `
  mutation ($input: UpdateUserInput!) {
    updateUser(input: $input) {
      user {
        id
        displayName
        photoURL
      }
    }
  }
`;

const update = (client: Client, input: object) => client.query(updateUser, { input });

describe('updating a user', () => {
  it('changes the name and the picture that others see, on both surfaces', async () => {
    const { userId } = ada;
    const photoURL = 'https://example.com/ada.png';
    const { updateUser: updated } = await update(ada, {
      userId,
      displayName: ' Ada L. ',
      photoURL,
    });
    expect(updated.user).toEqual({ id: userId, displayName: 'Ada L.', photoURL });
    const { body } = await ada.patch(`/v1/users/${userId}`, { displayName: 'Ada Lovelace' });
    expect(body).toMatchObject({ object: 'user', displayName: 'Ada Lovelace', photoURL });
    const seen = await fellow.get(`/v1/users/${userId}`);
    expect(seen.body).toMatchObject({ displayName: 'Ada Lovelace', photoURL });
    const own = await ada.get('/v1/user');
    expect(own.body).toMatchObject({ id: userId, displayName: 'Ada Lovelace', photoURL });
  });

  it('removes the picture by null', async () => {
    const url = `/v1/users/${ada.userId}`;
    await ada.patch(url, { photoURL: 'https://example.com/ada.png' });
    const { body } = await ada.patch(url, { photoURL: null });
    expect(body).not.toHaveProperty('photoURL');
  });

  it.each([
    ['an empty name', { displayName: '  ' }, '"displayName"'],
    ['a long name', { displayName: 'a'.repeat(65) }, '"displayName"'],
    ['a picture that is no address', { photoURL: 'javascript:alert(1)' }, '"photoURL"'],
    ['the e-mail address', { email: 'ada@example.com' }, '"email"'],
  ])('refuses %s', async (_name, change, field) => {
    const { status, body } = await ada.patch(`/v1/users/${ada.userId}`, change);
    expect({ status, message: body.error.message }).toEqual({
      status: 400,
      message: expect.stringContaining(field),
    });
  });

  it('is for the owner of the account only', async () => {
    const input = { userId: ada.userId, displayName: 'Eve' };
    expect(await fellow.errorCode(updateUser, { input })).toBe('FORBIDDEN');
    expect(await stranger.errorCode(updateUser, { input })).toBe('NOT_FOUND');
    expect((await ada.patch(`/v1/users/${fellow.userId}`, { displayName: 'B' })).status).toBe(403);
    expect((await stranger.patch(`/v1/users/${ada.userId}`, { displayName: 'B' })).status).toBe(
      404,
    );
  });
});
