import { describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes } from '../../support/cast.ts';
import { createSpec } from '../../support/openapi-specs.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);

const url = (slug?: string) =>
  `/v1/orgs/${organization.id}/openapi${slug === undefined ? '' : `/${slug}`}`;
const source = { text: '{"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{}}' };

/** Guests see the organization, and get 403 where others see what they may not do. */
const creatorsOnly = { ...allowedFrom('create'), guest: 403 } as const;
/** To guests, specifications do not exist. */
const readers = allowedFrom('read');

const spec = () => createSpec(world, organization.id, organization.admin.userId);

/** What anybody gets at an address of an answer. */
async function read(address: string, headers?: Record<string, string>) {
  const { pathname, search } = new URL(address);
  return world.anonymous().get(pathname + search, headers);
}

describe('adding an OpenAPI specification', () => {
  it('shows what the interface requires', async () => {
    const body = { slug: 'pets', source: { url: 'https://api.example.com/pets.yaml' } };
    const created = await organization.admin.post(url(), body);
    expect({ status: created.status, body: created.body }).toEqual({
      status: 201,
      body: {
        object: 'openapi-spec',
        id: expect.stringMatching(/^spec_/),
        slug: 'pets',
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        sourceURL: 'https://api.example.com/pets.yaml',
        processingState: 'pending',
        visibility: 'private',
        permissions: { view: true, edit: true },
        urls: {
          location: `${baseUrl}${url('pets')}`,
          app: `${baseUrl}/o/${organization.id}/openapi/pets`,
        },
      },
    });
    expect((await organization.admin.get(url('pets'))).body).toEqual(created.body);
    expect((await organization.admin.post(url(), body)).status).toBe(409);
  });

  it('is for creators on both surfaces', async () => {
    const rest = await restOutcomes(cast, (client, kind) =>
      client.post(url(), { slug: `rest-${kind}`, source }),
    );
    expect(rest).toEqual(creatorsOnly);
    const graph = await graphOutcomes(cast, (client, kind) =>
      client.errorCode(
        `mutation ($input: CreateOpenAPISpecInput!) {
          createOpenAPISpec(input: $input) { openapiSpec { id } } }`,
        { input: { organizationId: organization.id, slug: `graph-${kind}`, source } },
      ),
    );
    expect(graph).toEqual(creatorsOnly);
  });

  it('is put where there is none, and gets another source where there is one', async () => {
    const first = await organization.admin.put(url('put'), { source });
    const input = {
      ...{ organizationId: organization.id, specSlug: 'put' },
      source: { url: 'https://me:pw@api.example.com/a?key=1' },
    };
    const { createOrUpdateOpenAPISpec } = await organization.admin.query(
      `mutation ($input: CreateOrUpdateOpenAPISpecInput!) {
        createOrUpdateOpenAPISpec(input: $input) { openapiSpec { id sourceURL } } }`,
      { input },
    );
    expect(first.status).toBe(200);
    expect(createOrUpdateOpenAPISpec.openapiSpec).toEqual({
      id: first.body.id,
      sourceURL: 'https://api.example.com/a',
    });
    expect(await restOutcomes(cast, (client) => client.put(url('put'), { source }))).toEqual(
      creatorsOnly,
    );
  });

  it.each([
    ['Pets', 400],
    ['pets-', 400],
    ['a'.repeat(101), 400],
  ])('is refused with the slug %s', async (slug, status) => {
    expect((await organization.admin.post(url(), { slug, source })).status).toBe(status);
    expect((await organization.admin.put(url(slug), { source })).status).toBe(status);
  });

  it('takes one source, not both', async () => {
    const both = { url: 'https://api.example.com/', ...source };
    const { status } = await organization.admin.post(url(), { slug: 'both', source: both });
    expect(status).toBe(400);
  });
});

describe('an OpenAPI specification', () => {
  it('is read by members, on both surfaces', async () => {
    const { specSlug, versionId } = await spec();
    const paths = ['', '/versions', '/versions/latest', '/versions/latest/content'];
    for (const path of [...paths, `/versions/${versionId}`, `/versions/${versionId}/content`]) {
      const outcomes = await restOutcomes(cast, (client) => client.get(url(specSlug) + path));
      expect({ path, outcomes }).toEqual({ path, outcomes: readers });
    }
    const listed = await cast.guest.get(url());
    expect(listed).toMatchObject({ status: 200, body: { count: 0, items: [] } });
    const query = `query ($id: ID!, $slug: String!) { organization(id: $id) {
      openapiSpec(specSlug: $slug) {
        processingState permissions { view edit } lastProcessErrorCode createdBy { id }
        versions(first: 1) { totalCount nodes { id } }
        latestVersion { id url content { filesystem } }
        version(id: "${versionId}") { urls { location } } } } }`;
    const variables = { id: organization.id, slug: specSlug };
    const { organization: shown } = await cast.read.query(query, variables);
    expect(shown.openapiSpec).toEqual({
      ...{ processingState: 'COMPLETE', permissions: { view: true, edit: false } },
      ...{ lastProcessErrorCode: null, createdBy: { id: organization.admin.userId } },
      versions: { totalCount: 1, nodes: [{ id: versionId }] },
      latestVersion: {
        ...{ id: versionId, url: expect.stringContaining(`/${specSlug}.json?`) },
        content: { filesystem: { 'openapi.json': expect.objectContaining({ paths: {} }) } },
      },
      version: { urls: { location: `${baseUrl}${url(specSlug)}/versions/${versionId}` } },
    });
  });

  it('is found below its organization only, and its versions below it', async () => {
    const { specSlug, versionId } = await spec();
    const other = await world.organization();
    const wrong = `/v1/orgs/${other.id}/openapi/${specSlug}`;
    expect((await other.admin.get(wrong)).status).toBe(404);
    const { specSlug: otherSlug } = await spec();
    const misplaced = `${url(otherSlug)}/versions/${versionId}`;
    expect((await organization.admin.get(misplaced)).status).toBe(404);
  });

  it('is published to anybody while it is public, and not there while it is private', async () => {
    const { specSlug } = await spec();
    const patch = (visibility: string) => organization.admin.patch(url(specSlug), { visibility });
    const { body } = await patch('public');
    const { published } = body.urls;
    const found = await read(published);
    expect(found).toMatchObject({
      ...{ status: 200, body: { openapi: '3.1.0', info: { title: 'Pets' } } },
      headers: { 'content-type': 'application/json; charset=utf-8' },
    });
    const same = await read(published, { 'if-none-match': found.headers['etag'] ?? '' });
    expect(same.status).toBe(304);
    expect((await patch('private')).body.urls.published).toBeUndefined();
    expect((await read(published)).status).toBe(404);
    expect((await read(`${baseUrl}/content/openapi/spec_unknown/a.json`)).status).toBe(404);
  });

  it('changes for creators only, on both surfaces', async () => {
    const { specSlug } = await spec();
    const body = { visibility: 'public' };
    expect(await restOutcomes(cast, (client) => client.patch(url(specSlug), body))).toEqual(
      allowedFrom('create'),
    );
    const input = { organizationId: organization.id, specSlug, visibility: 'PRIVATE' };
    const graph = await graphOutcomes(cast, (client) =>
      client.errorCode(
        `mutation ($input: UpdateOpenAPISpecInput!) {
          updateOpenAPISpec(input: $input) { openapiSpec { id } } }`,
        { input },
      ),
    );
    expect(graph).toEqual(allowedFrom('create'));
  });
});

describe('deleting an OpenAPI specification', () => {
  it('takes its versions with it, and succeeds when there is none', async () => {
    const { specId, specSlug, versionId } = await spec();
    await organization.admin.patch(url(specSlug), { visibility: 'public' });
    const outcomes = await restOutcomes(cast, (client, kind) =>
      kind === 'admin' ? Promise.resolve({ status: 204 }) : client.delete(url(specSlug)),
    );
    const gone = { guest: 'ok', disabled: 'ok', stranger: 'ok' };
    expect(outcomes).toEqual({ ...allowedFrom('create'), ...gone });
    expect((await organization.admin.delete(url(specSlug))).status).toBe(204);
    const { prisma } = world.db;
    expect(await prisma.openApiSpecVersion.count({ where: { id: versionId } })).toBe(0);
    const holder = { in: [specId, versionId] };
    expect(await prisma.blobHold.count({ where: { holder } })).toBe(0);
    const published = `${baseUrl}/content/openapi/${specId}/${specSlug}.json`;
    expect((await read(published)).status).toBe(404);
  });

  it('answers the slug in the graph', async () => {
    const input = { organizationId: organization.id, specSlug: 'nothing' };
    const data = await organization.admin.query(
      `mutation ($input: DeleteOpenAPISpecInput!) {
        deleteOpenAPISpec(input: $input) { deletedOpenAPISpecSlug } }`,
      { input },
    );
    expect(data.deleteOpenAPISpec).toEqual({ deletedOpenAPISpecSlug: 'nothing' });
  });
});
