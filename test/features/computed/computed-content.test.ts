import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { writePages } from '../../support/content.ts';
import { runJobs } from '../../support/run-jobs.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { petStore } from '../openapi-specs/support.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
let specId: string;
let url: string;

beforeAll(async () => {
  const source = { text: JSON.stringify(petStore()) };
  const { body } = await organization.admin.put(`/v1/orgs/${organization.id}/openapi/pets`, {
    source,
  });
  specId = body.id;
  await runJobs(world);
  const { id } = await world.space(organization.id);
  url = `/v1/spaces/${id}`;
});

const fromSpec = (props: object, spec = specId) => ({
  source: {
    type: 'builtin:openapi',
    dependencies: { spec: { ref: { kind: 'openapi', spec } } },
    props,
  },
  seed: 'latest',
});

const compute = (what: 'document' | 'revision', body: object, client = organization.admin) =>
  client.post(`${url}/content/computed/${what}`, body);

/** A page tree without ids and times, which differ from page to page. */
const outline = (pages: object[]): unknown =>
  JSON.parse(
    JSON.stringify(pages).replaceAll(
      /"(?:id|createdAt|updatedAt|app|computedSeed)":"[^"]*"/g,
      '"":0',
    ),
  );

describe('computed content of a specification', () => {
  it('is what an inserted page shows, page by page', async () => {
    const { body: preview } = await compute('revision', fromSpec({ models: true }));
    expect(preview).toMatchObject({ files: [], reusableContents: [] });
    const { id } = await world.space(organization.id);
    const { source } = fromSpec({ models: true });
    const changes = [
      {
        operation: 'insert_page',
        type: 'computed',
        metadata: { title: 'Pet store' },
        computed: source,
      },
    ];
    await organization.admin.post(`/v1/spaces/${id}/content`, { changes });
    const { body } = await organization.admin.get(`/v1/spaces/${id}/content/pages`);
    expect(outline(preview.pages)).toEqual(outline(body.pages));
    const without = await compute('revision', fromSpec({ models: false }));
    expect(without.body.pages[0].pages).toHaveLength(body.pages[0].pages.length - 1);
    const page = body.pages[0].pages[0];
    const stored = await organization.admin.get(
      `/v1/spaces/${id}/content/page/${page.id}?format=document`,
    );
    const document = await compute('document', fromSpec({ doc: 'operations', page: 'pets' }));
    expect(document.body).toMatchObject({ object: 'document' });
    expect(document.body.nodes).toEqual(stored.body.document.nodes);
  });

  it('shows the introduction and the models, and no page that it lacks', async () => {
    const info = await compute('document', fromSpec({ doc: 'info', page: 'info' }));
    expect(JSON.stringify(info.body)).toContain('Sells ');
    const models = await compute('document', fromSpec({ doc: 'models' }));
    expect(JSON.stringify(models.body)).toContain('openapi-schemas');
    const none = await compute('document', fromSpec({ doc: 'operations', page: 'toys' }));
    expect(none.status).toBe(404);
  });

  it('changes nothing', async () => {
    const before = (await organization.admin.get(url)).body.revision;
    await compute('revision', fromSpec({ models: true }));
    expect((await organization.admin.get(url)).body.revision).toBe(before);
  });

  it('hides specifications and spaces as everywhere', async () => {
    const body = fromSpec({ models: true });
    expect((await compute('revision', body, cast.stranger)).status).toBe(404);
    expect((await compute('revision', body, cast.read)).status).toBe(200);
    const unknown = await compute('revision', fromSpec({ models: true }, 'spec_unknown'));
    expect({ status: unknown.status, message: unknown.body.error.message }).toEqual({
      status: 400,
      message: expect.stringContaining('"source.dependencies.spec.ref.spec"'),
    });
  });

  it.each([
    ['another kind', { type: 'integration:a:b', props: {} }],
    ['no properties', { type: 'builtin:openapi', dependencies: {} }],
  ])('refuses a source of %s', async (_name, source) => {
    for (const what of ['document', 'revision'] as const) {
      const { status, body } = await compute(what, { source, seed: '' });
      expect({ status, message: body.error.message }).toEqual({
        status: 400,
        message: expect.stringContaining('source'),
      });
    }
  });
});

describe('computed content of a translation', () => {
  it('is the content of its result', async () => {
    const source = await world.space(organization.id);
    const result = await world.space(organization.id);
    const { ids, revisionId } = await writePages(world, result.id, [
      { title: 'Anleitung', markdown: 'Hallo.\n' },
    ]);
    const { id } = await world.db.prisma.translation.create({
      data: {
        ...{ id: newId('Translation'), organizationId: organization.id, language: 'de' },
        ...{ sourceSpaceId: source.id, sourceLanguage: 'en', status: 'completed' },
        ...{ resultSpaceId: result.id, resultRevisionId: revisionId },
      },
    });
    const dependencies = { translation: { ref: { kind: 'translation', translation: id } } };
    const body = { source: { type: 'builtin:translation', props: {}, dependencies }, seed: '' };
    const computed = await compute('revision', body);
    expect(computed.body.pages).toMatchObject([{ id: ids.Anleitung, title: 'Anleitung' }]);
    const props = { space: result.id, document: ids.Anleitung };
    const document = await compute('document', {
      source: { type: 'builtin:translation', props },
      seed: '',
    });
    expect(JSON.stringify(document.body)).toContain('Hallo.');
    await world.db.prisma.translation.update({ where: { id }, data: { resultRevisionId: null } });
    expect((await compute('revision', body)).status).toBe(400);
  });
});
