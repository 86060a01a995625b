import { afterAll, describe, expect, it } from 'vitest';
import { allowedFrom, restOutcomes } from '../../support/cast.ts';
import { writePages } from '../../support/content.ts';
import { runJobs } from '../../support/run-jobs.ts';
import { startTranslationServer } from '../../support/translation-server.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { createTranslation, pagesOf, translatorOf } from '../translations/support.ts';

const server = await startTranslationServer();
const world = useWorld({ translator: translatorOf(server) });
const organization = useOrganization(world);
const cast = useCast(world, organization);
afterAll(() => server.stop());

const url = () => `/v1/orgs/${organization.id}/translations-glossary`;
const insert = (translations: unknown) => ({ type: 'insert', translations });
const put = (operations: unknown) => organization.admin.put(url(), { operations });

async function entries(): Promise<{ id: string; translations: Record<string, string> }[]> {
  return (await organization.admin.get(url())).body.items;
}

describe('a glossary', () => {
  it('is written and read on both surfaces', async () => {
    expect((await put([insert({ en: 'space', de: 'Bereich' })])).status).toBe(204);
    const [entry] = await entries();
    const { organization: shown } = await organization.admin.query(
      `query ($id: ID!, $entry: ID!) { organization(id: $id) {
        glossary(first: 5) { totalCount nodes { id translations } }
        glossaryEntry(id: $entry) { urls { location } } } }`,
      { id: organization.id, entry: entry?.id },
    );
    expect(shown.glossary).toEqual({
      totalCount: 1,
      nodes: [{ id: entry?.id, translations: { en: 'space', de: 'Bereich' } }],
    });
    expect(new URL(shown.glossaryEntry.urls.location).pathname).toBe(`${url()}/${entry?.id}`);
    const input = {
      organizationId: organization.id,
      operations: [
        { update: { id: entry?.id, translations: { en: 'space', fr: 'espace' } } },
        { insert: { translations: { en: 'page', fr: 'page' } } },
      ],
    };
    await organization.admin.query(
      `mutation ($input: UpdateGlossaryEntriesInput!) {
        updateGlossaryEntries(input: $input) { organization { id } } }`,
      { input },
    );
    expect((await entries()).map(({ translations }) => translations)).toEqual([
      { en: 'space', fr: 'espace' },
      { en: 'page', fr: 'page' },
    ]);
    const all = await entries();
    await put(all.map(({ id }) => ({ type: 'delete', id })));
    expect(await entries()).toEqual([]);
  });

  it('is for creators, and read by members', async () => {
    const writes = await restOutcomes(cast, (client) => client.put(url(), { operations: [] }));
    expect(writes).toEqual({ ...allowedFrom('create'), guest: 403 });
    const reads = await restOutcomes(cast, (client) => client.get(url()));
    expect(reads).toEqual({ ...allowedFrom('read'), guest: 'ok' });
  });

  it.each<[string, unknown]>([
    ['no list', { type: 'insert' }],
    ['an unknown operation', [{ type: 'replace' }]],
    ['no terms', [insert({})]],
    ['a list of terms', [insert(['space'])]],
    ['an unknown language', [insert({ xx: 'space' })]],
    ['a name of the runtime', [insert(JSON.parse('{"__proto__":"x"}'))]],
    ['an empty term', [insert({ en: '' })]],
    ['a term of two lines', [insert({ en: 'a\nb' })]],
    ['a character that is not stored', [insert({ en: 'a\0' })]],
    ['a long term', [insert({ en: 'x'.repeat(256) })]],
    ['a number', [insert({ en: 5 })]],
    ['no id', [{ type: 'update', translations: { en: 'a' } }]],
    ['an id that is none', [{ type: 'update', id: "' OR 1=1", translations: { en: 'a' } }]],
    ['a blank term', [insert({ en: ' \n ' })]],
    ['too many', Array.from({ length: 1001 }, (_, index) => insert({ en: `a${index}` }))],
  ])('refuses %s, and then changes nothing', async (_what, operations) => {
    const both = Array.isArray(operations)
      ? [insert({ en: 'first' }), ...(operations as unknown[])]
      : operations;
    expect((await put(both)).status).toBe(400);
    expect(await entries()).toEqual([]);
  });

  it('drops the blanks around a term', async () => {
    expect((await put([insert({ en: ' space ', de: '\tBereich\n' })])).status).toBe(204);
    const all = await entries();
    expect(all.map(({ translations }) => translations)).toEqual([{ en: 'space', de: 'Bereich' }]);
    await put(all.map(({ id }) => ({ type: 'delete', id })));
  });

  it('has nothing of another organization', async () => {
    const other = await world.organization();
    const otherUrl = `/v1/orgs/${other.id}/translations-glossary`;
    await other.admin.put(otherUrl, { operations: [insert({ en: 'secret' })] });
    const { body } = await other.admin.get(otherUrl);
    const [{ id }] = body.items;
    expect((await organization.admin.get(`${url()}/${id}`)).status).toBe(404);
    const update = { type: 'update', id, translations: { en: 'mine' } };
    expect((await put([update])).status).toBe(400);
    expect((await put([{ type: 'delete', id }])).status).toBe(204);
    expect((await other.admin.get(otherUrl)).body).toEqual(body);
  });

  it('is kept to by translations, which send only what has one of its terms when it changes', async () => {
    await put([insert({ en: 'space', de: 'Bereich' })]);
    const { id: spaceId } = await world.space(organization.id);
    await writePages(world, spaceId, [
      { title: 'One', markdown: 'Make a space now.\n' },
      { title: 'Two', markdown: 'Nothing of that.\n' },
    ]);
    const { id } = await createTranslation(organization.admin, organization.id, spaceId);
    const address = `/v1/orgs/${organization.id}/translations/${id}`;
    await runJobs(world);
    const { body: first } = await organization.admin.get(address);
    expect(await pagesOf(organization.admin, first.result.space)).toEqual({
      ...{ ONE: 'MAKE A Bereich NOW.\n', TWO: 'NOTHING OF THAT.\n' },
    });
    const [entry] = await entries();
    const translations = { en: 'space', de: 'Raum' };
    await put([{ type: 'update', id: entry?.id, translations }]);
    server.texts.length = 0;
    await organization.admin.post(`${address}/run`);
    await runJobs(world);
    expect(server.texts).toHaveLength(1);
    const { body: second } = await organization.admin.get(address);
    expect(second.stats).toMatchObject({ runs: 2, latestPages: 1, totalPages: 2 });
    expect(await pagesOf(organization.admin, second.result.space)).toMatchObject({
      ONE: 'MAKE A Raum NOW.\n',
    });
  });
});
