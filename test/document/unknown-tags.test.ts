import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { writePages } from '../support/content.ts';
import { useOrganization, useWorld } from '../support/use-world.ts';
import { titlesFound } from '../features/search/support.ts';

const world = useWorld();
const organization = useOrganization(world);
let admin: Client;
let path: string;
let spaceId: string;
let page: string;

const markdown = `Before   *it*.

{% updates format="full" %}
{% update date="2026-01-02" %}
## Faster

Zebras run.
{% endupdate %}
{% endupdates %}

{% countdown to="2027" %}
`;

const update = {
  type: 'tag',
  isVoid: false,
  data: { name: 'update', attributes: { date: '2026-01-02' } },
  nodes: [{ type: 'heading-2' }, { type: 'paragraph' }],
};
const nodes = [
  { type: 'paragraph' },
  { type: 'tag', data: { name: 'updates', attributes: { format: 'full' } }, nodes: [update] },
  { type: 'tag', isVoid: true, data: { name: 'countdown', attributes: { to: '2027' } } },
];

beforeAll(async () => {
  ({ admin } = organization);
  ({ id: spaceId } = await world.space(organization.id));
  path = `/v1/spaces/${spaceId}`;
  const { ids } = await writePages(world, spaceId, [{ title: 'News', markdown }]);
  page = ids['News'] ?? '';
});

async function readDocument(): Promise<Record<string, unknown> & { nodes: unknown[] }> {
  const { status, body } = await admin.get(`${path}/content/page/${page}?format=document`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.document;
}

async function write(document: object) {
  const changes = [{ operation: 'update_page', page, document: { document } }];
  const { status, body } = await admin.post(`${path}/content`, { changes });
  expect(status, JSON.stringify(body)).toBe(200);
  const written = await admin.get(`${path}/content/page/${page}?format=markdown`);
  return written.body.markdown as string;
}

describe('a tag without a meaning of its own', () => {
  it('is a node with its name, attributes and content', async () => {
    expect(await readDocument()).toMatchObject({ nodes });
  });

  it('is found by its content, and printed', async () => {
    expect(await titlesFound(admin, spaceId, 'zebras')).toEqual(['News']);
    const { status, body } = await admin.get(`${path}/pdf?page=${page}`);
    expect(status, JSON.stringify(body)).toBe(200);
  });

  it('is written as it stands, and where its content is edited, that alone changes', async () => {
    const document = await readDocument();
    expect(await write(document)).toBe(markdown);
    const edited = JSON.parse(JSON.stringify(document).replace('Zebras run', 'Lions run'));
    expect(await write(edited)).toBe(markdown.replace('Zebras', 'Lions'));
  });

  it('is made by what is sent', async () => {
    const { nodes: known, ...document } = await readDocument();
    const prompt = {
      object: 'block',
      type: 'tag',
      data: { name: 'prompt', attributes: { title: 'Ask "it"' } },
      nodes: [{ object: 'block', type: 'divider', data: {} }],
    };
    const written = await write({ ...document, nodes: [...known, prompt] });
    expect(written).toContain('{% prompt title="Ask \\"it\\"" %}\n---\n{% endprompt %}');
  });

  it('is refused in cells, which hold none', async () => {
    const { nodes: known, ...document } = await readDocument();
    const column = { id: 'a', title: 'A', type: 'text', textAlignment: 'left' };
    const tag = { object: 'block', type: 'tag', data: { name: 'x', attributes: {} } };
    const table = {
      object: 'block',
      type: 'table',
      data: {
        view: { type: 'grid', columns: ['a'], hideHeader: false },
        definition: { a: column },
        records: { r: { orderIndex: '1', values: { a: 'f' } } },
      },
      fragments: [{ object: 'fragment', fragment: 'f', nodes: [tag] }],
    };
    const changes = [
      {
        operation: 'update_page',
        page,
        document: { document: { ...document, nodes: [...known, table] } },
      },
    ];
    const { status, body } = await admin.post(`${path}/content`, { changes });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('fragments')]);
  });
});
