import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';
import { ok, refusal } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
let sites: string;

beforeAll(async () => {
  sites = `/v1/orgs/${organization.id}/sites`;
});

const createSite = /* GraphQL */ `
  mutation ($input: CreateSiteInput!) {
    createSite(input: $input) {
      site {
        id
        title
        siteSpaceCount
        siteSpaces {
          nodes {
            isDefault
            space {
              id
              title
            }
          }
        }
      }
    }
  }
`;

describe('creating a site', () => {
  it('answers the whole site with the defaults of the interface', async () => {
    const { status, body, headers } = await organization.admin.post(sites, {});
    expect(status).toBe(201);
    expect(headers['location']).toBe(`${baseUrl}${sites}/${body.id}`);
    const { features, createdAt, id, ...rest } = body;
    expect(id).toMatch(/^site_/);
    expect(new Date(createdAt).toISOString()).toBe(createdAt);
    expect(rest).toEqual({
      object: 'site',
      type: 'basic',
      title: 'Untitled site',
      visibility: 'public',
      published: false,
      siteSpaces: 0,
      adaptiveContent: { enabled: false },
      ads: { status: 'pending', submittable: false },
      agentsContext: 'included',
      urls: {
        location: `${baseUrl}${sites}/${id}`,
        app: `${baseUrl}/o/${organization.id}/sites/${id}`,
      },
    });
    expect(features).toContainEqual({
      id: 'sites-basic-customization',
      plan: 'basic',
      frozen: false,
      customizations: ['header-logo', 'theme-preset'],
    });
    expect(features).toContainEqual({ id: 'sites-sections', plan: 'basic', frozen: false });
  });

  it('takes every type and visibility as the interface writes them', async () => {
    for (const type of [
      'basic',
      'premium',
      'ultimate',
      'sponsored',
      'legacy-basic',
      'legacy-premium',
    ]) {
      const body = ok(await organization.admin.post(sites, { type }), 201);
      expect(body.type).toBe(type);
    }
    for (const visibility of ['public', 'unlisted', 'share-link', 'visitor-auth']) {
      const body = ok(await organization.admin.post(sites, { visibility }), 201);
      expect(body.visibility).toBe(visibility);
    }
  });

  it('gives the features of the type; legacy types keep frozen ones', async () => {
    const featuresOf = async (type: string) => {
      const { features } = ok(await organization.admin.post(sites, { type }), 201);
      return new Map<string, boolean>(
        features.map((feature: { id: string; frozen: boolean }) => [feature.id, feature.frozen]),
      );
    };
    expect((await featuresOf('basic')).has('sites-custom-domain')).toBe(false);
    expect((await featuresOf('premium')).get('sites-custom-domain')).toBe(false);
    expect((await featuresOf('legacy-basic')).get('sites-custom-domain')).toBe(true);
    expect((await featuresOf('ultimate')).size).toBe(28);
  });

  it('shows existing spaces in order, the first as default and as title', async () => {
    const first = await world.space(organization.id, { title: 'Handbook' });
    const second = await world.space(organization.id, { title: 'Handbook' });
    const site = ok(await organization.admin.post(sites, { spaces: [first.id, second.id] }), 201);
    expect(site).toMatchObject({ title: 'Handbook', siteSpaces: 2 });
    const { items } = ok(await organization.admin.get(`${sites}/${site.id}/site-spaces`));
    expect(items).toMatchObject([
      { path: 'handbook', default: true, space: { id: first.id } },
      { path: 'handbook-1', default: false, space: { id: second.id } },
    ]);
  });

  it.each([
    ['sample', 'SAMPLE', 1],
    ['empty', 'EMPTY', 0],
  ])('creates a space for the word "%s", on both surfaces', async (word, name, pages) => {
    const byRest = ok(await organization.admin.post(sites, { title: 'Fresh', spaces: word }), 201);
    expect(byRest.siteSpaces).toBe(1);
    const data = await organization.admin.query(createSite, {
      input: { organizationId: organization.id, title: 'Fresh', spaces: { create: name } },
    });
    const { siteSpaces, siteSpaceCount } = data.createSite.site;
    expect({ siteSpaceCount, nodes: siteSpaces.nodes }).toMatchObject({
      siteSpaceCount: 1,
      nodes: [{ isDefault: true, space: { title: 'Fresh' } }],
    });
    const { revisionId } = await world.db.prisma.space.findUniqueOrThrow({
      where: { id: siteSpaces.nodes[0].space.id },
    });
    const revision = await world.db.prisma.revision.findUniqueOrThrow({
      where: { id: revisionId },
    });
    expect(revision.pageCount).toBe(pages);
  });

  it('takes the existing spaces on GraphQL too', async () => {
    const space = await world.space(organization.id);
    const data = await organization.admin.query(createSite, {
      input: { organizationId: organization.id, spaces: { existing: [space.id] } },
    });
    expect(data.createSite.site.siteSpaces.nodes).toMatchObject([{ space: { id: space.id } }]);
  });

  it.each([
    [{ title: 'x' }, '"title" must have at least 2 characters.'],
    [{ title: 'x'.repeat(129) }, '"title" must have at most 128 characters.'],
    [{ title: null }, '"title" must not be null: omit it instead.'],
    [{ title: 7 }, '"title" must be a string.'],
    [
      { spaces: 'other' },
      '"spaces" must be an array of at most 1000 space ids, "sample" or "empty".',
    ],
    [{ spaces: [1] }, '"spaces" must be an array of at most 1000 space ids, "sample" or "empty".'],
    [
      { spaces: Array.from({ length: 1001 }, (_, n) => `sp_${n}`) },
      '"spaces" must be an array of at most 1000 space ids',
    ],
    [{ spaces: ['sp_1', 'sp_1'] }, '"spaces" has "sp_1" twice.'],
    [{ type: 'gold' }, '"type" must be one of "basic"'],
    [{ visibility: 'secret' }, '"visibility" must be one of "public"'],
    [{ published: true }, '"published" is not known here.'],
  ])('refuses %j', async (body, message) => {
    const answer = refusal(await organization.admin.post(sites, body));
    expect(answer.status).toBe(400);
    expect(answer.message).toContain(message);
  });

  it('names in the graph the place of a space that is there twice or foreign', async () => {
    const foreign = await world.space((await world.organization()).id);
    await world.db.prisma.member.create({
      data: {
        organizationId: foreign.organizationId,
        userId: organization.admin.userId,
        role: 'read',
      },
    });
    for (const existing of [
      ['sp_1', 'sp_1'],
      [(await world.space(organization.id)).id, foreign.id],
    ]) {
      const { errors } = await organization.admin.graphql(createSite, {
        input: { organizationId: organization.id, spaces: { existing } },
      });
      expect(errors?.[0]?.message).toContain('"spaces"');
      expect(errors?.[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        inputPath: ['input', 'spaces', 'existing', 1],
      });
    }
  });

  it('writes nothing when a space is foreign, hidden, deleted or missing', async () => {
    const other = await world.organization();
    const creator = await world.member(organization.id, 'create');
    await world.db.prisma.member.create({
      data: { organizationId: other.id, userId: creator.userId, role: 'read' },
    });
    const foreign = await world.space(other.id);
    const hidden = await world.space(organization.id, { defaultLevel: null });
    const deleted = await world.space(organization.id, { deletedAt: new Date() });
    const count = () => world.db.prisma.site.count({ where: { organizationId: organization.id } });
    const before = await count();
    const statusFor = async (id: string) =>
      refusal(await creator.post(sites, { spaces: [id] })).status;
    expect(await statusFor(foreign.id)).toBe(400);
    expect(await statusFor(hidden.id)).toBe(404);
    expect(await statusFor(deleted.id)).toBe(404);
    expect(await statusFor('sp_missing')).toBe(404);
    expect(await statusFor("'; DROP TABLE sites; --")).toBe(404);
    expect(await count()).toBe(before);
  });

  it('is for members who create, on both surfaces', async () => {
    const cast = await world.cast(organization.id);
    const outcome = async (client: Client) => ({
      rest: (await client.post(sites, {})).status,
      graphql: await client.errorCode(createSite, {
        input: { organizationId: organization.id },
      }),
    });
    for (const role of ['admin', 'create'] as const) {
      expect(await outcome(cast[role]), role).toEqual({ rest: 201, graphql: undefined });
    }
    for (const role of ['review', 'edit', 'comment', 'read', 'guest'] as const) {
      expect(await outcome(cast[role]), role).toEqual({ rest: 403, graphql: 'FORBIDDEN' });
    }
    for (const role of ['disabled', 'stranger'] as const) {
      expect(await outcome(cast[role]), role).toEqual({ rest: 404, graphql: 'NOT_FOUND' });
    }
    expect(await outcome(world.anonymous())).toEqual({ rest: 401, graphql: 'UNAUTHENTICATED' });
  });
});
