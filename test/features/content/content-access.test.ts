import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { writeFiles, writePages } from '../../support/content.ts';
import { useWorld } from '../../support/use-world.ts';

const paths = (page: string, file: string) => [
  '',
  '/pages',
  `/page/${page}`,
  '/path/welcome',
  '/files',
  `/files/${file}`,
];

const world = useWorld();
let organizationId: string;
let admin: Client;
let stranger: Client;
let spaceId: string;
let pageId: string;
let fileId: string;

beforeAll(async () => {
  ({ id: organizationId, admin } = await world.organization());
  stranger = await world.user();
});

beforeEach(async () => {
  ({ id: spaceId } = await world.space(organizationId));
  const { ids } = await writePages(world, spaceId, [{ title: 'Welcome', markdown: 'Hello.' }]);
  pageId = ids['Welcome'] ?? '';
  fileId = (await writeFiles(world, spaceId, [{ name: 'a.txt', text: 'a' }]))['a.txt'] ?? '';
});

async function statuses(client: Client, base: string): Promise<number[]> {
  const answers = paths(pageId, fileId).map((path) => client.get(`${base}/content${path}`));
  return (await Promise.all(answers)).map(({ status }) => status);
}

const node = /* GraphQL */ `
  query ($id: ID!) {
    node(id: $id) {
      ... on Revision {
        pages {
          title
        }
      }
    }
  }
`;

async function head(id: string): Promise<string> {
  const { revisionId } = await world.db.prisma.space.findUniqueOrThrow({ where: { id } });
  return revisionId;
}

describe('content', () => {
  it('needs a token', async () => {
    const all = await statuses(world.anonymous(), `/v1/spaces/${spaceId}`);
    expect(all).toEqual([401, 401, 401, 401, 401, 401]);
  });

  it('is there for readers, and missing for strangers, guests and the disabled', async () => {
    const { number } = await world.changeRequest(spaceId);
    const guest = await world.member(organizationId, null);
    const disabled = await world.member(organizationId, 'admin', { disabled: true });
    const reader = await world.member(organizationId, 'read');
    for (const base of [
      `/v1/spaces/${spaceId}`,
      `/v1/spaces/${spaceId}/change-requests/${number}`,
    ]) {
      expect(await statuses(reader, base)).toEqual([200, 200, 200, 200, 200, 200]);
      for (const client of [stranger, guest, disabled]) {
        expect(await statuses(client, base)).toEqual([404, 404, 404, 404, 404, 404]);
      }
    }
  });

  it('of a space that is published is there for everybody, but not its change requests', async () => {
    await world.publish(spaceId);
    const { number } = await world.changeRequest(spaceId);
    const base = `/v1/spaces/${spaceId}`;
    expect(await statuses(stranger, base)).toEqual([200, 200, 200, 200, 200, 200]);
    const proposal = await statuses(stranger, `${base}/change-requests/${number}`);
    expect(proposal).toEqual([404, 404, 404, 404, 404, 404]);
  });
});

describe('the addresses of a revision', () => {
  it('say where it is published only while a site shows it', async () => {
    const urls = async (path = '') => {
      const { body } = await admin.get(`/v1/spaces/${spaceId}${path}/content`);
      return Object.keys(body.urls);
    };
    expect(await urls()).toEqual(['app']);
    await world.publish(spaceId);
    expect(await urls()).toEqual(['app', 'published', 'public']);
    const { id, number } = await world.changeRequest(spaceId);
    await writePages(world, id, [{ title: 'Proposal' }]);
    expect(await urls(`/change-requests/${number}`)).toEqual(['app']);
  });

  it('name no public address of a site that wants a login', async () => {
    await world.publish(spaceId, 'visitor-auth');
    const { body } = await admin.get(`/v1/spaces/${spaceId}/content`);
    expect(Object.keys(body.urls)).toEqual(['app', 'published']);
  });
});

describe('a revision by its id', () => {
  it('is there for those who have a level on its space', async () => {
    const id = await head(spaceId);
    expect(await admin.query(node, { id })).toEqual({ node: { pages: [{ title: 'Welcome' }] } });
    expect(await stranger.query(node, { id })).toEqual({ node: null });
    expect(await admin.query(node, { id: 'rev_missing' })).toEqual({ node: null });
  });

  it('is there for readers of what is published only while it is the head', async () => {
    await world.publish(spaceId);
    const id = await head(spaceId);
    const changeRequest = await world.changeRequest(spaceId);
    const { revisionId } = await writePages(world, changeRequest.id, [{ title: 'Proposal' }]);
    expect(await stranger.query(node, { id })).toEqual({ node: { pages: [{ title: 'Welcome' }] } });
    expect(await stranger.query(node, { id: revisionId })).toEqual({ node: null });
    await writePages(world, spaceId, [{ title: 'More' }]);
    expect(await stranger.query(node, { id })).toEqual({ node: null });
    expect(await admin.query(node, { id })).toEqual({ node: { pages: [{ title: 'Welcome' }] } });
  });

  it('names no revision before it to readers of what is published, who see none', async () => {
    await world.publish(spaceId);
    const before = await head(spaceId);
    await writePages(world, spaceId, [{ title: 'More' }]);
    const parents = async (client: Client) =>
      (await client.get(`/v1/spaces/${spaceId}/content`)).body.parents;
    expect(await parents(admin)).toEqual([before]);
    expect(await parents(stranger)).toEqual([]);
  });
});
