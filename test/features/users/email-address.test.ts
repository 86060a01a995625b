import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
let author: Client;
let colleague: Client;
let stranger: Client;
let comments: string;

beforeAll(async () => {
  const organization = await world.organization();
  author = await world.member(organization.id, 'comment');
  colleague = await world.member(organization.id, 'read');
  stranger = await world.user();
  const space = await world.space(organization.id);
  await world.publish(space.id);
  comments = `/v1/spaces/${space.id}/comments`;
  await author.post(comments, { body: { markdown: 'Hello' } });
});

describe('the e-mail address of an author', () => {
  it('is for those who share an organization with them', async () => {
    const { body } = await colleague.get(comments);
    expect(body.items[0].postedBy).toMatchObject({ id: author.userId, email: expect.any(String) });
  });

  it('is not for readers of a published space, who see the name only', async () => {
    const { status, body } = await stranger.get(comments);
    expect(status).toBe(200);
    expect(body.items[0].postedBy).toMatchObject({ id: author.userId });
    expect(body.items[0].postedBy).not.toHaveProperty('email');
  });

  it('is always for themselves', async () => {
    expect((await stranger.get('/v1/user')).body.email).toContain('@example.com');
  });
});
