import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { writeFiles, writePages } from '../../support/content.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
let organizationId: string;
let editor: Client;
let spaceId: string;
let page: string;
let file: string;

beforeAll(async () => {
  ({ id: organizationId } = await world.organization());
  editor = await world.member(organizationId, 'edit');
});

beforeEach(async () => {
  ({ id: spaceId } = await world.space(organizationId));
  const { ids } = await writePages(world, spaceId, [{ title: 'Guide' }]);
  page = ids['Guide'] ?? '';
  const files = await writeFiles(world, spaceId, [{ name: 'a.png', text: 'a' }]);
  file = files['a.png'] ?? '';
});

/** Writes attributes of the page on one of the surfaces. */
type Write = (metadata: object) => Promise<{ status: number; message: string }>;

const onRest: Write = async (metadata) => {
  const changes = [{ operation: 'update_page', page, metadata }];
  const { status, body } = await editor.post(`/v1/spaces/${spaceId}/content`, { changes });
  return { status, message: String(body.error?.message) };
};

const inGraph: Write = async (metadata) => {
  const { errors } = await editor.graphql(
    `mutation ($input: ChangeContentInput!) { changeContent(input: $input) { refs } }`,
    { input: { spaceId, changes: [{ updatePage: { page, metadata } }] } },
  );
  return { status: errors ? 400 : 200, message: String(errors?.[0]?.message) };
};

const query = /* GraphQL */ `
  query ($spaceId: ID!, $page: ID!) {
    space(id: $spaceId) {
      content {
        page(id: $page) {
          title
          slug
          emoji
          icon
          hidden
          condition
          ... on DocumentPage {
            description
            noIndex
            noRobotsIndex
            variables
            cover {
              ref {
                kind
                fileId
              }
              yPos
            }
            layout {
              width
              coverSize
              cover
              title
              description
              tableOfContents
              outline
              pagination
              metadata
            }
          }
        }
      }
    }
  }
`;

async function shown(): Promise<Record<string, unknown>> {
  const { space } = await editor.query(query, { spaceId, page });
  return space.content.page as Record<string, unknown>;
}

const usual = {
  ...{ width: 'DEFAULT', coverSize: 'HERO' },
  ...{ cover: true, title: true, description: true, tableOfContents: true, outline: true },
  ...{ pagination: true, metadata: true },
};

describe.each([
  ['on /v1', onRest, (value: string) => value],
  ['in the graph', inGraph, (value: string) => value.toUpperCase()],
] as const)('the attributes of a page, %s', (_where, write, enumValue) => {
  const set = async (metadata: object) =>
    expect(await write(metadata)).toMatchObject({ status: 200 });

  it('are written, and taken away with null', async () => {
    const before = await shown();
    const flags = { hidden: true, noIndex: true, noRobotsIndex: true };
    const texts = { emoji: '📗', icon: 'book', description: 'About it.', condition: 'true' };
    await set({
      ...texts,
      ...flags,
      ...{ title: 'The guide', slug: 'the-guide', variables: { version: 2 } },
      cover: { ref: { kind: enumValue('file'), file }, yPos: 5 },
      layout: { width: enumValue('wide'), outline: false },
    });
    expect(await shown()).toEqual({
      ...texts,
      ...flags,
      ...{ title: 'The guide', slug: 'the-guide', variables: { version: 2 } },
      cover: { ref: { kind: 'FILE', fileId: file }, yPos: 5 },
      layout: { ...usual, width: 'WIDE', outline: false },
    });
    await set({ title: 'Guide', slug: 'guide', variables: { version: null } });
    await set({ emoji: null, icon: null, description: null, condition: null });
    await set({ hidden: false, noIndex: false, noRobotsIndex: false, cover: null, layout: null });
    expect(await shown()).toEqual({ ...before, variables: null });
  });

  it('refuse a condition that does not parse, with the place', async () => {
    expect(await write({ condition: 'visitor.claims.plan ==' })).toMatchObject({
      status: 400,
      message: expect.stringContaining('condition') as string,
    });
    expect((await write({ condition: 'x'.repeat(1025) })).message).toContain('1024');
    expect((await write({ condition: '' })).status).toBe(400);
  });

  it('take a layout by its name, in place of what there was', async () => {
    const preset = (name: string) =>
      write === onRest ? { layout: name } : { layout: { preset: enumValue(name) } };
    await set({ layout: { title: false } });
    await set(preset('landing'));
    expect((await shown())['layout']).toEqual({
      ...usual,
      ...{ width: 'WIDE', coverSize: 'FULL' },
      ...{ tableOfContents: false, outline: false, pagination: false, metadata: false },
    });
    await set({ layout: { preset: enumValue('editorial'), title: false } });
    expect((await shown())['layout']).toEqual({
      ...usual,
      ...{ tableOfContents: false, pagination: false, title: false },
    });
    await set(preset('docs'));
    expect((await shown())['layout']).toEqual(usual);
    expect((await write(preset('poster'))).status).toBe(400);
  });
});
