import { beforeAll, describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { writeFiles, writePages, writeReusableContents } from '../../support/content.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
let editor: Client;

beforeAll(() => {
  editor = cast.edit;
});

const applyTemplate = /* GraphQL */ `
  mutation ($input: ApplyTemplateToSpaceInput!) {
    applyTemplateToSpace(input: $input) {
      space {
        id
        content {
          pageCount
        }
      }
    }
  }
`;

async function emptySpace(options = {}): Promise<string> {
  return (await world.space(organization.id, options)).id;
}

const apply = (spaceId: string, body: object, client = editor) =>
  client.post(`/v1/spaces/${spaceId}/content/template`, body);

async function contentOf(spaceId: string) {
  return (await editor.get(`/v1/spaces/${spaceId}/content`)).body;
}

interface PageBody {
  id: string;
  title: string;
  path: string;
  pages?: PageBody[];
}

const titlesOf = (pages: PageBody[]): string[] =>
  pages.flatMap(({ title, pages: below }) => [title, ...titlesOf(below ?? [])]);

async function markdownAt(spaceId: string, path: string, query = ''): Promise<string> {
  const { status, body } = await editor.get(`/v1/spaces/${spaceId}/content/path/${path}${query}`);
  expect(status).toBe(200);
  return body.markdown;
}

describe('a built-in template', () => {
  it('fills an empty space with one revision, and answers 201 without a body', async () => {
    const spaceId = await emptySpace();
    const before = await contentOf(spaceId);
    const { status, body, headers } = await apply(spaceId, { id: 'product-docs' });
    expect({ status, body }).toEqual({ status: 201, body: undefined });
    expect(headers).not.toHaveProperty('location');
    const content = await contentOf(spaceId);
    expect(content.parents).toEqual([before.id]);
    expect(titlesOf(content.pages)).toEqual([
      ...['Welcome', 'Quick start', 'Guides', 'Install', 'Configure', 'Upgrade'],
      ...['Help', 'Questions and answers', 'Changelog'],
    ]);
    expect(content.variables).toEqual({ product: 'Your product', version: '1.0' });
    expect(content.pages[0]).not.toHaveProperty('git');
  });

  it('is refused where its pages are already, and taken again once they are renamed', async () => {
    const spaceId = await emptySpace();
    expect((await apply(spaceId, { id: 'product-docs' })).status).toBe(201);
    const once = await contentOf(spaceId);
    const again = await apply(spaceId, { id: 'product-docs' });
    expect(again.status).toBe(409);
    expect(again.body.error.message).toContain('pages of the template already: "Welcome"');
    expect((await contentOf(spaceId)).id).toBe(once.id);
    const [{ id }] = once.pages;
    const changes = [{ operation: 'update_page', page: id, metadata: { title: 'Home' } }];
    expect((await editor.post(`/v1/spaces/${spaceId}/content`, { changes })).status).toBe(200);
    expect((await apply(spaceId, { id: 'product-docs' })).status).toBe(201);
  });

  it('has no broken link, and nothing that cannot be evaluated', async () => {
    const { templates } = await editor.query('{ templates { id contentRefs { name url } } }');
    for (const { id } of templates) {
      const spaceId = await emptySpace();
      expect((await apply(spaceId, { id })).status).toBe(201);
      const links = await editor.get(`/v1/spaces/${spaceId}/links`);
      expect(links.body.stats).toMatchObject({ broken: { total: 0 } });
      const { space } = await editor.query(
        /* GraphQL */ `
          query ($id: ID!) {
            space(id: $id) {
              content {
                pages {
                  ...Evaluated
                  pages {
                    ...Evaluated
                  }
                }
              }
            }
          }
          fragment Evaluated on DocumentPage {
            title
            markdown(evaluated: true)
            evaluationProblems {
              source
              problem
            }
          }
        `,
        { id: spaceId },
      );
      const json = JSON.stringify(space.content);
      expect(json).not.toMatch(/space\.vars|\{% include/);
      expect(json.replaceAll(/"evaluationProblems":\[\]/g, '')).not.toContain('evaluationProblems');
    }
  });

  it('leads where the references lead that it is given', async () => {
    const spaceId = await emptySpace();
    const support = { kind: 'url', url: 'https://help.example.com/' };
    const contentRefs = { support, repository: { kind: 'space', space: 'sp_01' } };
    expect((await apply(spaceId, { id: 'product-docs', params: { contentRefs } })).status).toBe(
      201,
    );
    const markdown = await markdownAt(spaceId, 'help/questions', '?evaluated=true');
    expect(markdown).toContain('[Ask us](https://help.example.com/)');
    expect(markdown).toContain('[repository](docgraph:space/sp_01)');
  });

  it('goes behind what is there, which stays as it is, in both surfaces', async () => {
    const spaceId = await emptySpace();
    await writePages(world, spaceId, [{ title: 'Welcome', markdown: 'Mine.\n' }]);
    const changes = [{ operation: 'set_variables', variables: { product: 'Mine' } }];
    await editor.post(`/v1/spaces/${spaceId}/content`, { changes });
    const input = { spaceId, id: 'design-decisions' };
    const { applyTemplateToSpace } = await editor.query(applyTemplate, { input });
    expect(applyTemplateToSpace.space).toEqual({ id: spaceId, content: { pageCount: 6 } });
    expect((await apply(spaceId, { id: 'product-docs' })).status).toBe(201);
    const { pages, variables } = await contentOf(spaceId);
    expect(pages.slice(0, 3).map(({ path }: PageBody) => path)).toEqual([
      ...['welcome', 'decisions', 'how-to-decide'],
    ]);
    expect(titlesOf(pages).filter((title) => title === 'Welcome')).toHaveLength(2);
    expect(await markdownAt(spaceId, 'welcome')).toBe('Mine.\n');
    expect(variables).toEqual({ product: 'Mine', team: 'Your team', version: '1.0' });
    const links = await editor.get(`/v1/spaces/${spaceId}/links`);
    expect(links.body.stats).toMatchObject({ broken: { total: 0 } });
  });
});

describe('a space as a template', () => {
  let sourceId: string;
  let ids: Record<string, string>;

  beforeAll(async () => {
    sourceId = await emptySpace();
    const files = await writeFiles(world, sourceId, [
      { name: 'logo.svg', text: '<svg/>', contentType: 'image/svg+xml', path: 'assets/logo.svg' },
    ]);
    const contents = await writeReusableContents(world, sourceId, [
      { title: 'Note', markdown: 'See [guide](../guide.md).\n', git: git('includes/note.md') },
    ]);
    const { ids: pages } = await writePages(world, sourceId, [
      {
        title: 'Guide',
        markdown:
          '![](assets/logo.svg)\n\n__Kept__ as it is.\n\n{% include "includes/note.md" %}\n',
        git: git('guide.md'),
        cover: { ref: { kind: 'file', file: files['logo.svg'] ?? '' }, yPos: 3 },
        pages: [
          { title: 'Part', markdown: 'Up: [guide](guide.md#top), https://old.example.com/\n' },
        ],
      },
      { title: 'Link', type: 'link', target: { kind: 'url', url: 'https://old.example.com/' } },
    ]);
    ids = { ...files, ...contents, ...pages };
  });

  const git = (path: string) => ({ oid: 'a'.repeat(40), path });

  it('gives its pages, files and reusable contents, each with an id of its own', async () => {
    const spaceId = await emptySpace();
    expect((await apply(spaceId, { id: sourceId })).status).toBe(201);
    const { pages, files, reusableContents } = await contentOf(spaceId);
    expect(titlesOf(pages)).toEqual(['Guide', 'Part', 'Link']);
    const [guide] = pages;
    const [file] = files;
    expect(Object.values(ids)).not.toContain(guide.id);
    expect(guide.cover).toEqual({ ref: { kind: 'file', file: file.id }, yPos: 3 });
    expect(await markdownAt(spaceId, 'guide')).toBe(
      `![](docgraph:file/${file.id})\n\n__Kept__ as it is.\n\n` +
        `{% include "${reusableContents[0].id}" %}\n`,
    );
    const evaluated = await markdownAt(spaceId, 'guide', '?evaluated=true');
    expect(evaluated).toContain(`See [guide](docgraph:page/${guide.id}).`);
    expect(file).toMatchObject({ name: 'logo.svg', size: 6 });
    expect(file).not.toHaveProperty('git');
  });

  it('names by addresses and ids what can be given, where that can stand', async () => {
    const spaceId = await emptySpace();
    const [file = ''] = Object.values(await writeFiles(world, spaceId, [{ name: 'a', text: 'a' }]));
    const contentRefs = {
      'https://old.example.com/': { kind: 'url', url: 'https://new.example.com/' },
      [ids['logo.svg'] ?? '']: { kind: 'file', file },
    };
    expect((await apply(spaceId, { id: sourceId, params: { contentRefs } })).status).toBe(201);
    const { pages } = await contentOf(spaceId);
    expect(pages[0].cover.ref).toEqual({ kind: 'file', file });
    expect(pages[1]).toMatchObject({ href: 'https://new.example.com/' });
    expect(await markdownAt(spaceId, 'guide/part')).toContain('https://new.example.com/');
  });

  it('does not exist for those who do not see it, and is refused where only what is published is seen', async () => {
    const hidden = await emptySpace({ defaultLevel: null });
    const own = await world.member(organization.id, 'edit');
    const spaceId = await emptySpace();
    const unseen = await apply(spaceId, { id: hidden }, own);
    const unknown = await apply(spaceId, { id: 'sp_unknown' }, own);
    expect([unseen.status, unknown.status]).toEqual([404, 404]);
    expect(unseen.body.error.message.replaceAll(hidden, 'sp_unknown')).toBe(
      unknown.body.error.message,
    );
  });

  it('with more than 500 pages is too large', async () => {
    const large = await emptySpace();
    const pages = Array.from({ length: 501 }, (_, index) => ({ title: `Page ${index}` }));
    await writePages(world, large, pages);
    const { status, body } = await apply(await emptySpace(), { id: large });
    expect(status).toBe(400);
    expect(body.error.message).toBe('"id" is a space with 501 pages: a template has at most 500.');
  });
});

describe('a template that cannot be applied', () => {
  it.each([
    [{ id: 'no-such-template' }, 404, 'No template with the id "no-such-template" was found'],
    [{}, 400, '"id"'],
    [
      withRef('unknown', { kind: 'url', url: 'https://a.example.com/' }),
      400,
      'contentRefs.unknown',
    ],
    [
      withRef('__proto__', { kind: 'url', url: 'https://a.example.com/' }),
      400,
      'contentRefs.__proto__',
    ],
    [withRef('support', { kind: 'url', url: 'javascript:x' }), 400, 'url'],
    [withRef('support', { kind: 'file' }), 400, 'file'],
    [
      withRef('support', { kind: 'file', file: 'file_unknown' }),
      400,
      'is not a file of this content',
    ],
    [
      withRef('support', { kind: 'page', page: 'page_unknown' }),
      400,
      'is not a page of this content',
    ],
    [withRef('support', { kind: 'song' }), 400, 'must be an object of { kind, … } by name'],
    [{ id: 'product-docs', params: { contentRefs: [] } }, 400, 'must be an object of'],
  ])('%j changes nothing: %i', async (body, status, message) => {
    const spaceId = await emptySpace();
    const before = await contentOf(spaceId);
    const answer = await apply(spaceId, body);
    expect(answer.status).toBe(status);
    expect(answer.body.error.message).toContain(message);
    expect((await contentOf(spaceId)).id).toBe(before.id);
  });

  function withRef(name: string, ref: object) {
    return { id: 'product-docs', params: { contentRefs: { [name]: ref } } };
  }

  it('as the space is locked or deleted, conflicts', async () => {
    const locked = await emptySpace({ editMode: 'locked' });
    const deleted = await emptySpace({ deletedAt: new Date() });
    expect((await apply(locked, { id: 'runbook' })).status).toBe(409);
    expect((await apply(deleted, { id: 'runbook' }, organization.admin)).status).toBe(409);
  });

  it('is put there once for an idempotency key, even when the template is gone', async () => {
    const template = await emptySpace();
    await writePages(world, template, [{ title: 'From the template', markdown: 'Text.\n' }]);
    const spaceId = await emptySpace();
    const path = `/v1/spaces/${spaceId}/content/template`;
    const send = () => editor.post(path, { id: template }, { 'idempotency-key': 'template-1' });
    const first = await send();
    await world.db.prisma.space.update({
      where: { id: template },
      data: { deletedAt: new Date() },
    });
    const again = await send();
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(titlesOf((await contentOf(spaceId)).pages)).toEqual(['From the template']);
  });

  it('needs the level edit on the space, in both surfaces', async () => {
    const id = 'design-decisions';
    const outcomes = await restOutcomes(cast, async (client) =>
      apply(await emptySpace(), { id }, client),
    );
    expect(outcomes).toEqual(allowedFrom('edit'));
    const inGraph = await graphOutcomes(cast, async (client) =>
      client.errorCode(applyTemplate, { input: { spaceId: await emptySpace(), id } }),
    );
    expect(inGraph).toEqual(outcomes);
  });
});

describe('a space that is created with a template', () => {
  it('has its content from the first read on, and none is made when the template is wrong', async () => {
    const path = `/v1/orgs/${organization.id}/spaces`;
    const support = { kind: 'url', url: 'https://help.example.com/' };
    const template = { id: 'api-reference', params: { contentRefs: { support } } };
    const { status, body } = await organization.admin.post(path, { title: 'API', template });
    expect(status).toBe(201);
    const { pages } = await contentOf(body.id);
    expect(titlesOf(pages)).toContain('Webhooks');
    expect(await markdownAt(body.id, 'introduction')).toContain('(https://help.example.com/)');
    const count = async () => (await organization.admin.get(`${path}?limit=1`)).body.count;
    const before = await count();
    const wrong = await organization.admin.post(path, { template: { id: 'nothing' } });
    expect(wrong.status).toBe(404);
    expect(await count()).toBe(before);
  });
});
