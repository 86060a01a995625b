import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { writePages } from '../../support/content.ts';
import { useWorld } from '../../support/use-world.ts';

interface PageBody {
  id: string;
  type: string;
  title: string;
  pages?: PageBody[];
  [member: string]: unknown;
}

const markdown = '# Quick start\r\n\r\n---\nname: not front matter\n---\n\nRun *it*.  \n';
const frontMatter = '---\ntitle: Quick start\n---\n';

const world = useWorld();
let reader: Client;
let spaceId: string;
let changeRequestId: string;
let ids: Record<string, string>;

beforeAll(async () => {
  const { id: organizationId } = await world.organization();
  reader = await world.member(organizationId, 'read');
  ({ id: spaceId } = await world.space(organizationId));
  ({ id: changeRequestId } = await world.changeRequest(spaceId));
  ({ ids } = await writePages(world, spaceId, [
    {
      title: 'Basics',
      type: 'group',
      pages: [
        { title: 'Quick start', frontMatter, markdown, emoji: '🚀', description: 'In a minute.' },
        { title: 'Über uns', pages: [{ title: 'Team', markdown: 'Hello.', hidden: true }] },
      ],
    },
    {
      title: 'Reference',
      markdown: '',
      icon: 'book',
      noIndex: true,
      noRobotsIndex: true,
      layout: { width: 'wide', outline: false },
      cover: { ref: { kind: 'file', file: 'file_1' }, yPos: 12.5 },
      variables: { version: '2' },
      git: { oid: 'b'.repeat(40), path: 'docs/reference.md' },
    },
    { title: 'Forum', type: 'link', target: { kind: 'url', url: 'https://forum.example.com/' } },
  ]));
  await writePages(world, changeRequestId, [{ title: 'Proposal', markdown: 'New.' }]);
});

const contentPath = () => `/v1/spaces/${spaceId}/content`;

function titles(pages: readonly PageBody[], indent = ''): string[] {
  return pages.flatMap(({ title, pages: below }) => [
    `${indent}${title}`,
    ...titles(below ?? [], `${indent}  `),
  ]);
}

function flatten(pages: readonly PageBody[]): PageBody[] {
  return pages.flatMap((page) => [page, ...flatten(page.pages ?? [])]);
}

describe('the pages of a revision', () => {
  it('are a tree in order, for a space and for a change request', async () => {
    const { body } = await reader.get(`${contentPath()}/pages`);
    expect(titles(body.pages)).toEqual([
      'Basics',
      '  Quick start',
      '  Über uns',
      '    Team',
      'Reference',
      'Forum',
    ]);
    const proposal = await reader.get(
      `/v1/spaces/${spaceId}/change-requests/${changeRequestId}/content/pages`,
    );
    expect(titles(proposal.body.pages)).toEqual(['Proposal']);
  });

  it.each(['', '?metadata=false&computed=false'])(
    'are each in the tree what they are alone, but for their text (%s)',
    async (query) => {
      const { body } = await reader.get(`${contentPath()}/pages${query}`);
      for (const page of flatten(body.pages)) {
        const alone = await reader.get<PageBody>(`${contentPath()}/page/${page.id}${query}`);
        const { markdown: _text, ...rest } = alone.body;
        expect(rest).toEqual(page);
      }
      const { body: revision } = await reader.get(`${contentPath()}${query}`);
      expect(revision.pages).toEqual(body.pages);
    },
  );

  it('are read in one statement beside those for the token and the space', async () => {
    const { ids: fresh } = await writePages(
      world,
      changeRequestId,
      Array.from({ length: 120 }, (_, number) => ({ title: `Page ${number}`, markdown: 'x' })),
    );
    expect(Object.keys(fresh)).toHaveLength(120);
    const path = `/v1/spaces/${spaceId}/change-requests/${changeRequestId}/content/pages`;
    const statements = await world.statements(() => reader.get(path));
    expect(statements.filter((text) => text.includes('content_chunks'))).toHaveLength(1);
  });

  it('have all their texts read in one statement, whatever their levels', async () => {
    const query = /* GraphQL */ `
      query ($id: ID!) {
        space(id: $id) {
          content {
            pages {
              ...Text
              pages {
                ...Text
                pages {
                  ...Text
                }
              }
            }
          }
        }
      }
      fragment Text on DocumentPage {
        title
        markdown
        document
      }
    `;
    const statements = await world.statements(async () => {
      const { space } = await reader.query(query, { id: spaceId });
      expect(space.content.pages[0].pages[1].pages).toMatchObject([{ markdown: 'Hello.' }]);
    });
    expect(statements.filter((text) => text.includes('blobs'))).toHaveLength(1);
  });
});

describe('a page', () => {
  it('shows every field of the interface, defaults included', async () => {
    const { body } = await reader.get(`${contentPath()}/page/${ids['Reference']}`);
    expect(body).toEqual({
      id: ids['Reference'],
      type: 'document',
      title: 'Reference',
      icon: 'book',
      hidden: false,
      slug: 'reference',
      path: 'reference',
      createdAt: '2026-01-02T03:04:05.678Z',
      updatedAt: '2026-01-02T03:04:05.678Z',
      pages: [],
      urls: { app: expect.stringMatching(/^https:.*\/revisions\/rev_\w+\/reference$/) },
      noIndex: true,
      noRobotsIndex: true,
      layout: {
        width: 'wide',
        cover: true,
        title: true,
        description: true,
        tableOfContents: true,
        outline: false,
        pagination: true,
        metadata: true,
        coverSize: 'hero',
      },
      cover: { ref: { kind: 'file', file: 'file_1' }, yPos: 12.5 },
      variables: { version: '2' },
      git: { oid: 'b'.repeat(40), path: 'docs/reference.md' },
      markdown: '',
    });
  });

  it('keeps where it came from to itself without metadata', async () => {
    const { body } = await reader.get(`${contentPath()}/page/${ids['Reference']}?metadata=false`);
    expect(body).not.toHaveProperty('git');
    expect(body).toHaveProperty('layout');
  });

  it('is a group without text, or a link with its target', async () => {
    const group = await reader.get(`${contentPath()}/page/${ids['Basics']}`);
    expect(group.body).toMatchObject({ type: 'group', slug: 'basics', path: 'basics' });
    expect(group.body).not.toHaveProperty('markdown');
    expect(group.body).not.toHaveProperty('layout');
    const link = await reader.get(`${contentPath()}/page/${ids['Forum']}`);
    expect(link.body).toMatchObject({
      type: 'link',
      target: { kind: 'url', url: 'https://forum.example.com/' },
      href: 'https://forum.example.com/',
    });
    expect(link.body).not.toHaveProperty('slug');
  });

  it('has its markdown byte for byte, without the front matter', async () => {
    const path = `${contentPath()}/page/${ids['Quick start']}`;
    for (const query of ['', '?format=markdown', '?evaluated=true&computed=false']) {
      const { body } = await reader.get(`${path}${query}`);
      expect(body.markdown).toBe(markdown);
      expect(body).not.toHaveProperty('document');
    }
  });

  it('has a document tree in the format `document`, and nothing of it taken for front matter', async () => {
    const { body } = await reader.get(
      `${contentPath()}/page/${ids['Quick start']}?format=document`,
    );
    expect(body).not.toHaveProperty('markdown');
    expect(body.document).toMatchObject({ object: 'document', data: { schemaVersion: 1 } });
    expect(body.document.nodes[0]).toMatchObject({ object: 'block', type: 'heading-1' });
    expect(JSON.stringify(body.document)).toContain('not front matter');
  });

  it('without a text of its own has neither format', async () => {
    for (const format of ['markdown', 'document']) {
      const { body } = await reader.get(
        `${contentPath()}/page/${ids['Über uns']}?format=${format}`,
      );
      expect(body).toMatchObject({ type: 'document', title: 'Über uns' });
      expect(body).not.toHaveProperty(format);
    }
  });

  it('is found by its path, with slashes as they are or encoded', async () => {
    const byPath = async (path: string) => {
      const { status, body } = await reader.get(`${contentPath()}/path/${path}`);
      return status === 200 ? body.title : status;
    };
    expect(await byPath('basics/quick-start')).toBe('Quick start');
    expect(await byPath('basics%2Fquick-start')).toBe('Quick start');
    expect(await byPath(`basics/${encodeURIComponent('uber-uns')}/team`)).toBe('Team');
    expect(await byPath('basics')).toBe('Basics');
    expect(await byPath('')).toBe('Quick start');
    expect(await byPath('quick-start')).toBe(404);
    expect(await byPath('forum')).toBe(404);
    expect(await byPath('basics/../reference')).not.toBe('Quick start');
  });

  it('is the same in the graph', async () => {
    const { space } = await reader.query(
      /* GraphQL */ `
        query ($id: ID!, $page: ID!) {
          space(id: $id) {
            content {
              type
              pageCount
              pages {
                __typename
                pageId
                path
                pages {
                  title
                  hidden
                }
              }
              page(id: $page) {
                title
                ... on DocumentPage {
                  markdown
                  text: markdown(ifFormat: DOCUMENT)
                  document(ifFormat: MARKDOWN)
                  layout {
                    width
                  }
                }
              }
              pageByPath(pagePath: "basics/quick-start") {
                pageId
              }
            }
          }
        }
      `,
      { id: spaceId, page: ids['Quick start'] },
    );
    const { content } = space;
    expect(content).toMatchObject({ type: 'EDITS', pageCount: 6 });
    expect(content.pages).toMatchObject([
      { __typename: 'PageGroup', pageId: ids['Basics'], path: 'basics' },
      { __typename: 'DocumentPage', pageId: ids['Reference'], path: 'reference', pages: [] },
      { __typename: 'PageLink', pageId: ids['Forum'], path: null, pages: [] },
    ]);
    expect(content.pages[0].pages).toEqual([
      { title: 'Quick start', hidden: false },
      { title: 'Über uns', hidden: false },
    ]);
    expect(content.page).toEqual({
      title: 'Quick start',
      markdown,
      text: null,
      document: null,
      layout: { width: 'DEFAULT' },
    });
    expect(content.pageByPath).toEqual({ pageId: ids['Quick start'] });
  });

  it.each([
    ['page/page_missing', 404],
    ['page/%F0%9F%92%A9', 404],
    ['path/no/such/page', 404],
    ['files/file_missing', 404],
    ['page/page_missing?format=xml', 400],
    ['pages?metadata=maybe', 400],
    ['pages?computed=1', 400],
    ['?metadata=', 400],
    ['pages?format=markdown', 400],
    ['path/basics?evaluated=deterministic-only', 400],
  ])('%s is answered with %i', async (path, status) => {
    const answer = await reader.get(`${contentPath()}/${path}`.replace('/?', '?'));
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatchObject({ code: status, message: expect.any(String) });
  });

  it('that is missing at a path is named by it', async () => {
    const { body } = await reader.get(`${contentPath()}/path/no/such/page`);
    expect(body.error.message).toBe(
      'No page with the path "no/such/page" was found: check the path, and that you have access.',
    );
  });

  it('of another space does not exist', async () => {
    const { id: organizationId } = await world.organization();
    const other = await world.space(organizationId);
    await world.grant(other.id, reader.userId, 'read');
    const { status } = await reader.get(`/v1/spaces/${other.id}/content/page/${ids['Team']}`);
    expect(status).toBe(404);
  });
});
