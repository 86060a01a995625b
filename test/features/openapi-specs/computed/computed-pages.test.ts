import { beforeAll, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { refreshComputedPages } from '../../../../src/features/openapi-specs/computed/refresh-computed-pages.ts';
import { runJobs } from '../../../support/run-jobs.ts';
import { useOrganization, useWorld } from '../../../support/use-world.ts';
import { petStore } from '../support.ts';

const world = useWorld();
const organization = useOrganization(world);

const spec = (slug: string) => `/v1/orgs/${organization.id}/openapi/${slug}`;

/** Puts a specification, and lets it be processed. Answers its id. */
async function put(slug: string, document: object): Promise<string> {
  const source = { text: JSON.stringify(document) };
  const { body } = await organization.admin.put(spec(slug), { source });
  await runJobs(world);
  return body.id;
}

const operation = (tag: string, summary: string) => ({
  ...{ tags: [tag], summary, responses: { 200: { description: 'ok' } } },
});

/** A store with pets, toys, and another word in its texts. */
const store = (word: string, tags: readonly string[]) =>
  petStore({
    tags: tags.map((name) => ({ name })),
    paths: Object.fromEntries(
      tags.map((tag) => [`/${tag}`, { get: operation(tag, `List ${word} of ${tag}`) }]),
    ),
  });

const insertion = (specId: string, models = true) => ({
  operation: 'insert_page',
  type: 'computed',
  metadata: { title: 'API' },
  computed: {
    type: 'builtin:openapi',
    dependencies: { spec: { ref: { kind: 'openapi', spec: specId } } },
    props: { models },
  },
});

const change = (content: string, ...changes: object[]) =>
  organization.admin.post(`${content}/content`, { changes });

/** A space with pages that are computed of a specification. */
async function spaceOf(specId: string, models?: boolean): Promise<string> {
  const { id } = await world.space(organization.id);
  const url = `/v1/spaces/${id}`;
  const { status, body } = await change(url, insertion(specId, models));
  expect({ status, body }).toMatchObject({ status: 200 });
  return url;
}

const treeOf = async (url: string, query = '') =>
  (await organization.admin.get(`${url}/content/pages${query}`)).body.pages;

const titlesOf = async (url: string) => {
  const [root] = await treeOf(url);
  return root.pages.map(({ title }: { title: string }) => title);
};

const found = async (url: string, word: string) =>
  (await organization.admin.get(`${url}/search?query=${word}`)).body.items.map(
    ({ title }: { title: string }) => title,
  );

describe('a computed page', () => {
  let specId: string;
  let url: string;

  beforeAll(async () => {
    specId = await put('pets', petStore());
    url = await spaceOf(specId);
  });

  it('is shown as a document with those below it, each with what it is made of', async () => {
    const dependencies = { spec: { ref: { kind: 'openapi', spec: specId } } };
    const made = (props: object) => ({ type: 'builtin:openapi', dependencies, props });
    const [root, ...others] = await treeOf(url);
    expect(others).toEqual([]);
    expect(root).toMatchObject({
      ...{ type: 'document', title: 'API', path: 'api' },
      ...{
        computed: made({ doc: 'info', page: 'info' }),
        computedSeed: expect.stringMatching(/^specv_/),
      },
    });
    expect(root.pages).toMatchObject([
      { title: 'pets', path: 'api/pets', computed: made({ doc: 'operations', page: 'pets' }) },
      { title: 'Models', path: 'api/models', computed: made({ doc: 'models' }) },
    ]);
    const { body } = await organization.admin.get(`${url}/content/page/${root.pages[0].id}`);
    expect(body).toMatchObject({
      computed: root.pages[0].computed,
      computedSeed: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(body.markdown).toContain(`{% openapi-operation spec="${specId}" path="/pets/{petId}"`);
  });

  it('is one entry without those below it, where no computed content is asked for', async () => {
    const [root] = await treeOf(url, '?computed=false');
    expect(root).toMatchObject({ type: 'computed', title: 'API' });
    expect(root.computed.props).toEqual({ models: true });
    expect(root.pages).toBeUndefined();
  });

  it('is the same entry where it is read alone, and those below it are missing', async () => {
    const [root] = await treeOf(url, '?computed=false');
    const read = (place: string) =>
      organization.admin.get(`${url}/content/${place}?computed=false`);
    expect((await read(`page/${root.id}`)).body).toEqual(root);
    expect((await read('path/api')).body).toEqual(root);
    const [{ pages }] = await treeOf(url);
    expect((await read(`page/${pages[0].id}`)).status).toBe(404);
    expect((await read('path/api/pets')).status).toBe(404);
  });

  it('has another id in the graph as what it is made of than as a document', async () => {
    const [root] = await treeOf(url);
    const spaceId = url.split('/').at(-1);
    const { space } = await organization.admin.query(
      `query ($id: ID!, $page: ID!) { space(id: $id) { content {
        page(id: $page) { ...Shown } made: page(id: $page, computed: false) { ...Shown }
      } } }
      fragment Shown on Page { __typename id pageId type title pages { pageId } }`,
      { id: spaceId, page: root.id },
    );
    const { page, made } = space.content;
    expect(page).toMatchObject({ __typename: 'DocumentPage', type: 'DOCUMENT', pageId: root.id });
    expect(made).toMatchObject({ __typename: 'ComputedPage', type: 'COMPUTED', pageId: root.id });
    expect([page.pages.length, made.pages.length]).toEqual([2, 0]);
    const ids = [page.id, made.id, page.pages[0].pageId];
    const { nodes } = await organization.admin.query(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Page { title } } }',
      { ids: [page.id, made.id, made.id.replace(root.id, page.pages[0].pageId)] },
    );
    expect(new Set(ids).size).toBe(3);
    expect(nodes).toEqual([
      { __typename: 'DocumentPage', id: page.id, title: 'API' },
      { __typename: 'ComputedPage', id: made.id, title: 'API' },
      null,
    ]);
  });

  it('has documents with the blocks of the interface', async () => {
    const [root] = await treeOf(url);
    const { body } = await organization.admin.get(
      `${url}/content/page/${root.pages[0].id}?format=document`,
    );
    const blocks = body.document.nodes.filter(({ type }: { type: string }) =>
      type.startsWith('openapi'),
    );
    expect(blocks).toMatchObject([
      {
        ...{ object: 'block', type: 'openapi-operation', isVoid: true },
        data: { ref: { kind: 'openapi', spec: specId }, path: '/pets/{petId}', method: 'get' },
      },
    ]);
  });

  it('is found by what its operations and models say', async () => {
    expect(await found(url, 'quokka')).toEqual(['pets']);
    expect(await found(url, 'animal')).toEqual(['Models']);
  });

  it('has no page of models where none is asked for', async () => {
    expect(await titlesOf(await spaceOf(specId, false))).toEqual(['pets']);
  });

  it('takes no text, and no pages of others', async () => {
    const [{ id: page, pages }] = await treeOf(url);
    const [{ id: below }] = pages;
    const refusals = [
      { operation: 'update_page', page, document: { markdown: 'Mine.' } },
      { operation: 'update_page', page: below, metadata: { title: 'Mine' } },
      { operation: 'move_page', page: below, into: null },
      { operation: 'delete_page', page: below },
      { operation: 'insert_page', into: page, metadata: { title: 'Mine' } },
      { ...insertion(specId), computed: undefined },
      insertion('spec_unknown'),
      { ...insertion(specId), type: 'document' },
    ];
    for (const refusal of refusals) {
      const { status } = await change(url, refusal);
      expect({ refusal, status }).toEqual({ refusal, status: 400 });
    }
    expect(await titlesOf(url)).toEqual(['pets', 'Models']);
    const renamed = { operation: 'update_page', page, metadata: { title: 'Reference' } };
    expect((await change(url, renamed)).status).toBe(200);
    expect(await found(url, 'quokka')).toEqual(['pets']);
  });

  it('shows U+FFFD where the specification has U+0000 or half of a character', async () => {
    const bad = '\uD800\0';
    const document = petStore({
      info: { title: 'Pet store', version: '1', summary: bad, description: `Sells ${bad}pets.` },
      tags: [{ name: `pets${bad}` }],
      paths: { '/pets': { get: operation(`pets${bad}`, `List ${bad}`) } },
    });
    const odd = await spaceOf(await put('odd-characters', document));
    const [page] = await treeOf(odd);
    const { title, path } = page.pages[0];
    expect(title).toBe('pets\uFFFD\uFFFD');
    const read = (at: string) =>
      organization.admin.get(`${odd}/content/path/${at}?format=markdown`);
    expect((await read(page.path)).body).toMatchObject({ markdown: 'Sells \uFFFD\uFFFDpets.' });
    expect((await read(path)).body.markdown).toContain('## List \uFFFD\uFFFD');
  });

  it('is not made of a specification that the writer may not read', async () => {
    const other = await world.organization();
    const { id } = await world.space(other.id);
    const body = { changes: [insertion(specId)] };
    const { status } = await other.admin.post(`/v1/spaces/${id}/content`, body);
    expect(status).toBe(400);
  });
});

describe('computed pages', () => {
  it('follow the specification: what is the same stays, and the search finds the rest', async () => {
    const specId = await put('toys', store('wombats', ['pets', 'toys']));
    const url = await spaceOf(specId);
    const [before] = await treeOf(url);
    await put('toys', store('numbats', ['toys', 'food']));
    const [after] = await treeOf(url);
    const pages = (root: { pages: { id: string; title: string }[] }) =>
      root.pages.map(({ id, title }) => [title, id]);
    expect(await titlesOf(url)).toEqual(['toys', 'food', 'Models']);
    const ids = Object.fromEntries(pages(before));
    expect(Object.fromEntries(pages(after))).toMatchObject({
      ...{ toys: ids.toys, Models: ids.Models },
    });
    expect(after.pages[2].updatedAt).toBe(before.pages[1 + 1].updatedAt);
    expect(await found(url, 'wombats')).toEqual([]);
    expect((await found(url, 'numbats')).toSorted()).toEqual(['food', 'toys']);
    const { body } = await organization.admin.get(`${url}/content`);
    expect(body.type).toBe('computed');
    const history = await organization.admin.get(`${url}/revisions/${body.parents[0]}/pages`);
    expect(history.body.pages[0].pages.map(({ title }: { title: string }) => title)).toEqual([
      ...['pets', 'toys', 'Models'],
    ]);
  });

  it('come in with a change request, and are brought to the latest version after it', async () => {
    const specId = await put('merged', store('first', ['a']));
    const { id } = await world.space(organization.id);
    const { number } = await world.changeRequest(id);
    const url = `/v1/spaces/${id}`;
    const { status } = await change(`${url}/change-requests/${number}`, insertion(specId));
    expect(status).toBe(200);
    await put('merged', store('second', ['a', 'b']));
    expect((await organization.admin.post(`${url}/change-requests/${number}/merge`)).status).toBe(
      200,
    );
    expect(await titlesOf(url)).toEqual(['a', 'Models']);
    await refreshComputedPages({
      ...{ db: world.db, log: pino({ level: 'silent' }), now: () => new Date() },
      signal: new AbortController().signal,
    });
    expect(await titlesOf(url)).toEqual(['a', 'b', 'Models']);
    expect(await found(url, 'second')).toHaveLength(2);
  });

  it('stay as they are when the specification is deleted, and go with the page', async () => {
    const specId = await put('gone', petStore());
    const url = await spaceOf(specId);
    await organization.admin.delete(spec('gone'));
    const [root] = await treeOf(url);
    expect(root.pages).toHaveLength(2);
    const { body } = await organization.admin.get(`${url}/content/page/${root.pages[0].id}`);
    expect(body.markdown).toContain('quokka');
    await change(url, { operation: 'delete_page', page: root.id });
    expect(await treeOf(url)).toEqual([]);
    expect(await world.db.prisma.computedPage.count({ where: { specId } })).toBe(0);
  });

  it('are empty while the specification has no version, and come with the first', async () => {
    const { body } = await organization.admin.put(spec('later'), { source: { text: '{}' } });
    const url = await spaceOf(body.id);
    expect(await titlesOf(url)).toEqual([]);
    await put('later', petStore());
    expect(await titlesOf(url)).toEqual(['pets', 'Models']);
  });
});
