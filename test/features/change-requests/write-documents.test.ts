import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { writePages } from '../../support/content.ts';
import { World } from '../../support/world.ts';

let world: World;
let organizationId: string;
let editor: Client;
let spaceId: string;
let page: string;

const markdown = '# Title   \n\nText with __old__ marks.\n\n- a\n- b\n';

beforeAll(async () => {
  world = await World.create();
  ({ id: organizationId } = await world.organization());
  editor = await world.member(organizationId, 'edit');
});

beforeEach(async () => {
  ({ id: spaceId } = await world.space(organizationId));
  const { ids } = await writePages(world, spaceId, [{ title: 'Guide', markdown }]);
  page = ids['Guide'] ?? '';
});

afterAll(() => world.destroy());

interface Node {
  [name: string]: unknown;
  nodes: Node[];
}

const paragraph = (text: string) => ({
  object: 'block',
  type: 'paragraph',
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});

async function read(format: string) {
  const { body } = await editor.get(`/v1/spaces/${spaceId}/content/page/${page}?format=${format}`);
  return body;
}

const update = (document: unknown) => ({ operation: 'update_page', page, document: { document } });

function write(changes: unknown[]) {
  return editor.post(`/v1/spaces/${spaceId}/content`, { changes });
}

describe('a page that is written as a tree', () => {
  it('keeps its markdown byte for byte when nothing in it was edited', async () => {
    const { document } = await read('document');
    expect((await write([update(document)])).status).toBe(200);
    expect((await read('markdown')).markdown).toBe(markdown);
  });

  it('keeps the markdown of all blocks that were not edited, on both surfaces', async () => {
    const { document } = (await read('document')) as { document: Node };
    const nodes = document.nodes.toSpliced(1, 0, paragraph('New *text*') as unknown as Node);
    const { errors } = await editor.graphql(
      `mutation ($input: ChangeContentInput!) { changeContent(input: $input) { refs } }`,
      {
        input: {
          spaceId,
          changes: [{ updatePage: { page, document: { document: { ...document, nodes } } } }],
        },
      },
    );
    expect(errors).toBeUndefined();
    const written = markdown.replace('Text', 'New \\*text\\*\n\nText');
    expect((await read('markdown')).markdown).toBe(written);
    const without = { ...document, nodes: document.nodes.slice(1) };
    expect((await write([update(without)])).status).toBe(200);
    expect((await read('markdown')).markdown).toBe(markdown.slice(markdown.indexOf('Text')));
  });

  it('may be new, and written twice in one list of changes', async () => {
    const document = { object: 'document', data: {}, nodes: [paragraph('One')] };
    const again = { ...document, nodes: [paragraph('One'), paragraph('Two')] };
    const { status, body } = await write([
      { operation: 'insert_page', ref: 'new', metadata: { title: 'New' }, document: { document } },
      { operation: 'update_page', page: 'new', document: { document: again } },
      { operation: 'insert_reusable_content', title: 'Shared', document: { document } },
    ]);
    expect(body).toMatchObject({ object: expect.any(String) });
    expect(status).toBe(200);
    const pages = await editor.get(`/v1/spaces/${spaceId}/content/path/new?format=markdown`);
    expect(pages.body.markdown).toBe('One\n\nTwo\n');
  });

  it.each<[string, unknown, string]>([
    ['without nodes', { object: 'document' }, '"changes.0.document.document.nodes"'],
    [
      'with an unknown kind of node',
      { object: 'document', nodes: [{ object: 'block', type: 'marquee' }] },
      '.document.nodes.0.type" must be one of "paragraph", ',
    ],
    [
      'with a child in the wrong place',
      {
        object: 'document',
        nodes: [
          {
            object: 'block',
            type: 'hint',
            data: { style: 'info' },
            nodes: [
              { object: 'block', type: 'divider' },
              { object: 'block', type: 'tabs' },
            ],
          },
        ],
      },
      '.document.nodes.0.nodes.1.type" must be one of "paragraph", ',
    ],
    [
      'with a wrong value',
      {
        object: 'document',
        nodes: [{ object: 'block', type: 'hint', data: { style: 'loud' }, nodes: [] }],
      },
      '.document.nodes.0.data.style" must be one of "info", "warning", "danger", "success"',
    ],
    [
      'with a script',
      {
        object: 'document',
        nodes: [{ object: 'block', type: 'embed', data: { url: ' javascript:alert(1)' } }],
      },
      '.document.nodes.0.data.url" must not be a script',
    ],
    [
      'with U+0000',
      { object: 'document', nodes: [paragraph('a\0')] },
      '.nodes.0.leaves.0.text" must not contain the character U+0000',
    ],
    ['that is too deep', nested(400), 'deep, but at most 500 is allowed'],
  ])('is refused %s', async (_name, document, message) => {
    const { status, body } = await write([update(document)]);
    expect(status).toBe(400);
    expect(body.error.message).toContain(message);
    expect((await read('markdown')).markdown).toBe(markdown);
  });

  it('may be a long one, of which all else is kept', async () => {
    const long = `# Long\n\n${'Some *text* with a [link](a.md).\n\n- __one__\n- two\n\n'.repeat(300)}`;
    const written = await write([{ operation: 'update_page', page, document: { markdown: long } }]);
    expect(written.status).toBe(200);
    const { document } = (await read('document')) as { document: Node };
    const nodes = document.nodes.toSpliced(1, 1, paragraph('New.') as unknown as Node);
    expect((await write([update({ ...document, nodes })])).status).toBe(200);
    expect((await read('markdown')).markdown).toBe(
      long.replace('Some *text* with a [link](a.md).', 'New.'),
    );
  });

  it('is refused when it is large and wrong, with the place', async () => {
    const nodes = Array.from({ length: 2000 }, () => paragraph('A paragraph of some words.'));
    const document = {
      object: 'document',
      nodes: [...nodes, { object: 'block', type: 'marquee' }],
    };
    const { status, body } = await write([update(document)]);
    expect(status).toBe(400);
    expect(body.error.message).toContain('.document.nodes.2000.type" must be one of "paragraph", ');
  });

  it('is markdown or a tree, not both', async () => {
    const document = { markdown: 'a', document: { object: 'document', nodes: [] } };
    const { status, body } = await write([{ operation: 'update_page', page, document }]);
    expect(status).toBe(400);
    expect(body.error.message).toContain('must have markdown or a document, not both');
  });
});

function nested(depth: number): unknown {
  let block: object = paragraph('deep');
  for (let level = 0; level < depth; level += 1) {
    block = { object: 'block', type: 'blockquote', nodes: [block] };
  }
  return { object: 'document', nodes: [block] };
}
