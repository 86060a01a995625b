import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { writeFiles, writePages, writeReusableContents } from '../../support/content.ts';
import { missingFields } from '../../support/missing-fields.ts';
import { createSpec } from '../../support/openapi-specs.ts';
import { useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';

const world = useWorld();
let admin: Client;
let spaceId: string;
let pageId: string;
let fileId: string;
let changeRequest: string;

beforeAll(async () => {
  const organization = await world.organization();
  admin = organization.admin;
  ({ id: spaceId } = await world.space(organization.id, { title: 'Guides' }));
  const other = await world.space(organization.id, { title: 'API' });
  const collection = await world.collection(organization.id, { title: 'Products' });
  const { specId } = await createSpec(world, organization.id, admin.userId);
  const app = `${baseUrl}/o/${organization.id}`;
  ({ ['a.png']: fileId = '' } = await writeFiles(world, spaceId, [{ name: 'a.png', text: '1' }]));
  const contents = await writeReusableContents(world, spaceId, [
    { title: 'Note', markdown: 'Mind.\n' },
  ]);
  const { ids } = await writePages(world, spaceId, [
    { id: 'page_home', title: 'Home', markdown: 'Hi.', pages: [{ title: 'Below', markdown: '' }] },
    {
      title: 'Start',
      markdown: [
        `[a](docgraph:page/page_home) ![b](docgraph:file/${fileId})`,
        `[c](${app}/s/${other.id}) [d](${app}/c/${collection.id}) [e](docgraph:openapi/${specId})`,
        `<a href="docgraph:user/${admin.userId}" class="mention">x</a> [f](https://example.org)`,
        `{% include "docgraph:reusable-content/${contents['Note']}" %}`,
      ].join('\n\n'),
    },
  ]);
  pageId = ids['Start'] ?? '';
  changeRequest = (await world.changeRequest(spaceId)).id;
});

interface Reference {
  kind: string;
  organization?: { type: string; plan: string; permissions: { view: boolean } };
  space?: { comments: number; permissions: { view: boolean } };
  page?: { title: string; pages: { title: string }[] };
  versionContext?: {
    type: string;
    revision: { parents: string[]; pages: { title: string }[]; files: { name: string }[] };
    changeRequest?: { number: number; comments: number; urls: { app: string } };
  };
}

interface LinkItem {
  targetReference?: Reference;
  locationReferences: Reference[];
}

async function itemsAt<Item>(path: string): Promise<Item[]> {
  const { status, body } = await admin.get<{ items: Item[] }>(`/v1/spaces/${spaceId}${path}`);
  expect(status, path).toBe(200);
  expect(body.items.length, path).toBeGreaterThan(0);
  return body.items;
}

describe('the references of links', () => {
  it('show a target of each kind, with all that the interface requires of it', async () => {
    const items = await itemsAt<LinkItem>('/links');
    const kinds = items.map(({ targetReference }) => targetReference?.kind);
    expect(new Set(kinds)).toEqual(
      new Set([
        'page',
        'file',
        'space',
        'collection',
        'openapi',
        'user',
        'reusable-content',
        'url',
      ]),
    );
    const problems = items.flatMap((item) => missingFields('LinkItem', item));
    expect(problems).toEqual([]);
  });

  it.each(['links', 'content/page/PAGE/links'])(
    'show a space and its owner in %s',
    async (path) => {
      const items = await itemsAt<LinkItem>(`/${path.replace('PAGE', pageId)}`);
      const target = items.find(({ targetReference }) => targetReference?.kind === 'page');
      expect(target?.targetReference).toMatchObject({
        organization: { type: 'business', plan: expect.any(String), permissions: { view: true } },
        space: { comments: 0, changeRequests: 1, permissions: { view: true, admin: true } },
        page: { title: 'Home', pages: [{ title: 'Below', pages: [] }] },
        versionContext: {
          type: 'revision',
          revision: {
            parents: [expect.any(String)],
            pages: [{ title: 'Home', pages: [{ title: 'Below' }] }, { title: 'Start' }],
            files: [{ name: 'a.png' }],
            reusableContents: [{ title: 'Note' }],
          },
        },
      });
      expect(target?.locationReferences[0]).toMatchObject({
        page: { title: 'Start', pages: [] },
        space: { permissions: { view: true } },
      });
    },
  );

  it('show the change request that they are in', async () => {
    const content = `/change-requests/${changeRequest}`;
    for (const path of ['/links', `/content/page/${pageId}/links`]) {
      const items = await itemsAt<LinkItem>(`${content}${path}`);
      const target = items.find(({ targetReference }) => targetReference?.kind === 'page');
      expect(items.flatMap((item) => missingFields('LinkItem', item))).toEqual([]);
      expect(target?.locationReferences[0]?.versionContext).toBeDefined();
    }
  });

  it('show the same of what links to a page and to a file', async () => {
    for (const content of ['', `/change-requests/${changeRequest}`]) {
      for (const path of [`page/page_home`, `files/${fileId}`]) {
        const items = await itemsAt<Reference>(`${content}/content/${path}/backlinks`);
        expect(items.flatMap((item) => missingFields('ContentReference', item))).toEqual([]);
        expect(items[0]).toMatchObject({
          page: { title: 'Start', pages: [] },
          space: { permissions: { view: true } },
          versionContext: { revision: { files: [{ name: 'a.png' }] } },
        });
      }
    }
  });
});

describe('a change request that has content of its own', () => {
  it('is shown whole', async () => {
    const path = `/v1/spaces/${spaceId}/change-requests/${changeRequest}/content`;
    const changes = [
      {
        operation: 'insert_page',
        metadata: { title: 'New' },
        document: { markdown: '[a](/home)' },
      },
    ];
    expect((await admin.post(path, { changes })).status).toBe(200);
    const items = await itemsAt<Reference>(
      `/change-requests/${changeRequest}/content/page/page_home/backlinks`,
    );
    expect(items.flatMap((item) => missingFields('ContentReference', item))).toEqual([]);
    expect(items[0]?.versionContext).toMatchObject({
      type: 'changeRequest',
      revision: { pages: [{ title: 'Home' }, { title: 'Start' }, { title: 'New' }] },
      changeRequest: {
        number: 1,
        comments: 0,
        outdated: false,
        urls: { app: expect.any(String), location: expect.any(String) },
      },
    });
  });
});

describe('a list of links in large content', () => {
  it('omits the contexts, which would hold all pages again and again, on pages of any size', async () => {
    const { body } = await admin.get<{ organization: string }>(`/v1/spaces/${spaceId}`);
    const large = await world.space(body.organization);
    const pages = Array.from({ length: 600 }, (_, index) => ({
      title: `Page ${index}`,
      markdown: index < 10 ? `[a](/page-${index + 1})` : '',
    }));
    await writePages(world, large.id, pages);
    const listed = async (limit: number) => {
      const path = `/v1/spaces/${large.id}/links?limit=${limit}`;
      return (await admin.get<{ count: number; items: LinkItem[] }>(path)).body;
    };
    const all = await listed(10);
    const references = all.items.flatMap(({ targetReference, locationReferences }) => [
      targetReference,
      ...locationReferences,
    ]);
    expect(references).toHaveLength(20);
    expect(references.filter((reference) => reference?.versionContext)).toEqual([]);
    expect((await listed(1)).items).toEqual(all.items.slice(0, 1));
    expect(all.items.flatMap((item) => missingFields('LinkItem', item))).toEqual([]);
  });
});
