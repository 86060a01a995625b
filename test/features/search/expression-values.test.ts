import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../../src/database/database.ts';
import { writePages, writeReusableContents } from '../../support/content.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { searchSpace, titlesFound } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
let spaceId: string;
let ids: Record<string, string>;

async function change(changes: readonly object[], branch = ''): Promise<void> {
  const url = `/v1/spaces/${spaceId}${branch}/content`;
  const { status, body } = await organization.admin.post(url, { changes });
  expect(status, JSON.stringify(body)).toBe(200);
}

const setVariables = (variables: object, branch?: string) =>
  change([{ operation: 'set_variables', variables }], branch);

const write = (page: string, markdown: string) =>
  change([{ operation: 'update_page', page: ids[page], document: { markdown } }]);

const found = (query: string) => titlesFound(organization.admin, spaceId, query);

async function excerpt(query: string): Promise<string | undefined> {
  const { items } = await searchSpace(organization.admin, spaceId, query);
  return items[0]?.sections[0]?.body;
}

beforeEach(async () => {
  ({ id: spaceId } = await world.space(organization.id));
  ({ ids } = await writePages(world, spaceId, [
    { title: 'Fish', markdown: 'Feed the {{ space.vars.zeb }} daily.\n' },
    { title: 'Other', markdown: 'Nothing of it.\n' },
  ]));
  await setVariables({ zeb: 'zebrafish' });
});

describe('a page with an expression on a variable of the space', () => {
  it('is found by the value, by phrases around it, and by what is written', async () => {
    for (const query of ['zebrafish', '"feed the zebrafish daily"', 'space.vars.zeb', 'feed']) {
      expect({ query, titles: await found(query) }).toEqual({ query, titles: ['Fish'] });
    }
    expect(await excerpt('daily')).toBe('Feed the zebrafish <mark>daily</mark>.');
    expect(await excerpt('zebrafish')).toBe('Feed the <mark>zebrafish</mark> daily.');
    expect(await excerpt('space.vars.zeb')).toBe('Feed the <mark>space.vars.zeb</mark> daily.');
  });

  it('is found by a value that is mistyped or another form of it', async () => {
    await setVariables({ zeb: 'aquariums' });
    expect(await found('aquarium')).toEqual(['Fish']);
    expect(await found('aqariums')).toEqual(['Fish']);
  });

  it('follows the variable: changed, removed, added, and as a number or a boolean', async () => {
    await setVariables({ zeb: 'stickleback' });
    expect(await found('stickleback')).toEqual(['Fish']);
    expect(await found('zebrafish')).toEqual([]);
    await setVariables({ zeb: null });
    expect(await found('stickleback')).toEqual([]);
    expect(await found('space.vars.zeb')).toEqual(['Fish']);
    await setVariables({ zeb: 4711 });
    expect(await found('4711')).toEqual(['Fish']);
    expect(await excerpt('4711')).toBe('Feed the <mark>4711</mark> daily.');
  });

  it('follows a change request when it is merged, and a rollback', async () => {
    const { number } = await world.changeRequest(spaceId);
    const branch = `/change-requests/${number}`;
    await setVariables({ zeb: 'stickleback' }, branch);
    expect(await found('stickleback')).toEqual([]);
    const { admin } = organization;
    const { body } = await admin.get<{ revision: string }>(`/v1/spaces/${spaceId}`);
    expect((await admin.post(`/v1/spaces/${spaceId}${branch}/merge`)).status).toBe(200);
    expect(await found('stickleback')).toEqual(['Fish']);
    await admin.post(`/v1/spaces/${spaceId}/content/rollback`, { revision: body.revision });
    expect(await found('zebrafish')).toEqual(['Fish']);
    expect(await found('stickleback')).toEqual([]);
  });

  it('alone is indexed anew when the variable changes', async () => {
    await write('Other', 'A {{ space.vars.other }}.\n');
    const rowVersions = async () =>
      new Map(
        (await world.db.query(sql`
          SELECT title, xmin::text FROM search_pages WHERE space_id = ${spaceId}`)) as [
          string,
          string,
        ][],
      );
    const before = await rowVersions();
    await setVariables({ zeb: 'stickleback' });
    const after = await rowVersions();
    expect(after.get('Fish')).not.toBe(before.get('Fish'));
    expect(after.get('Other')).toBe(before.get('Other'));
  });
});

describe('expressions', () => {
  it.each([
    ['as HTML', '<code class="expression">space.vars.zeb</code> here\n'],
    ['in a heading', '## About {{ space.vars.zeb }}\n\nText.\n'],
    ['in a cell', '| A |\n| - |\n| {{ space.vars.zeb }} |\n'],
    ['in a hint', '{% hint style="info" %}\n{{ space.vars.zeb }}\n{% endhint %}\n'],
    ['that look names up', '{{ space.vars["zeb"] }}\n'],
    ['with a choice', '{{ space.vars.zeb != "" ? space.vars.zeb : "none" }}\n'],
    ['in bold', '**{{ space.vars.zeb }}**\n'],
  ])('are found by their values %s', async (_, markdown) => {
    await write('Fish', 'Nothing.\n');
    expect(await found('zebrafish')).toEqual([]);
    await write('Other', markdown);
    expect(await found('zebrafish')).toEqual(['Other']);
    await setVariables({ zeb: 'stickleback' });
    expect(await found('stickleback')).toEqual(['Other']);
    expect(await found('zebrafish')).toEqual([]);
  });

  it('read variables of the page, and follow them', async () => {
    await write('Other', 'Version {{ page.vars.version }}.\n');
    const set = (version: string) =>
      change([
        { operation: 'update_page', page: ids['Other'], metadata: { variables: { version } } },
      ]);
    await set('quokka');
    expect(await found('quokka')).toEqual(['Other']);
    await set('wombat');
    expect(await found('wombat')).toEqual(['Other']);
    expect(await found('quokka')).toEqual([]);
  });

  it('in included content are found on the pages that include it, with their variables', async () => {
    const markdown = 'Say {{ space.vars.zeb }} and {{ page.vars.own }}.\n';
    const contents = [{ title: 'Shared', markdown }];
    const { Shared: shared } = await writeReusableContents(world, spaceId, contents);
    const document = { markdown: `{% include "${shared}" %}\n` };
    const metadata = { variables: { own: 'quokka' } };
    await change([{ operation: 'update_page', page: ids['Other'], metadata, document }]);
    expect(await found('quokka zebrafish')).toEqual(['Other']);
    await setVariables({ zeb: 'stickleback' });
    expect(await found('quokka stickleback')).toEqual(['Other']);
    expect(await excerpt('quokka')).toBe('Say stickleback and <mark>quokka</mark>.');
  });

  it('that cannot be evaluated, or say nothing of unknown visitors, keep what is written', async () => {
    await write(
      'Other',
      'Say {{ space.vars.none }} to {{ visitor.claims.name }}, {{ space.vars. }}.\n',
    );
    expect(await found('space.vars.none')).toEqual(['Other']);
    expect(await found('visitor.claims.name')).toEqual(['Other']);
    expect(await excerpt('say')).toBe('<mark>Say</mark> space.vars.none to , space.vars..');
  });
});

it('finds values in all spaces of an organization, and through GraphQL', async () => {
  const { admin, id } = organization;
  const { body } = await admin.get<{ items: { pages: { title: string }[] }[] }>(
    `/v1/orgs/${id}/search?query=zebrafish`,
  );
  expect(JSON.stringify(body)).toContain('<mark>zebrafish</mark>');
  const query = `query ($id: ID!) { space(id: $id) {
    search(query: "zebrafish", first: 1) { nodes { title sections { body } } } } }`;
  const result = await admin.graphql(query, { id: spaceId });
  expect(result.data).toEqual({
    space: {
      search: {
        nodes: [{ title: 'Fish', sections: [{ body: 'Feed the <mark>zebrafish</mark> daily.' }] }],
      },
    },
  });
});
