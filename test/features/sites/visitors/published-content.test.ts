import { SignJWT, type JWTPayload } from 'jose';
import { describe, expect, it } from 'vitest';
import { useOrganization, useWorld } from '../../../support/use-world.ts';
import { createSite, ok, refusal, type SiteHandle } from '../support.ts';

const world = useWorld();
const organization = useOrganization(world);

type Visibility = 'public' | 'unlisted' | 'share-link' | 'visitor-auth';
type Visit = { shareKey?: string; visitor?: object };

/** A published site with two sections. */
async function publishedSite(visibility: Visibility = 'public') {
  const site = await createSite(world, { organization, body: { visibility } });
  const first = await site.addSection({ title: 'First' });
  const second = await site.addSection({ title: 'Second' });
  await site.publish();
  return { site, first, second };
}

const urlOf = (site: SiteHandle, { shareKey, visitor }: Visit = {}) => {
  const query = new URLSearchParams({
    ...(shareKey !== undefined && { shareKey }),
    ...(visitor !== undefined && { visitor: JSON.stringify(visitor) }),
  });
  return `${site.url}/published?${query.toString()}`;
};

const read = (site: SiteHandle, visit?: Visit, client = site.admin) =>
  client.get(urlOf(site, visit));

const setCondition = async (site: SiteHandle, path: string, condition: string) =>
  ok(await site.admin.patch(`${site.url}/${path}`, { condition }));

/** The key that signs the tokens of a site's visitors. */
const keyOf = async (site: SiteHandle): Promise<string> =>
  ok(await site.admin.get(`${site.url}/publishing/auth`)).privateKey;

const sign = (key: string, claims: JWTPayload = {}) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('5 minutes')
    .sign(new TextEncoder().encode(key));

/** What the graph shows of a site, and of it as somebody unknown finds it. */
const visited = async (site: SiteHandle) => {
  const query = `query ($id: ID!) { site(id: $id) {
    id siteSpaceCount sections { nodes { id siteSpaces { totalCount } } }
    publishedContent { site { id siteSpaceCount } visitedSite { siteSpaceCount } structure {
      ... on VisitedSections { entries {
        ... on VisitedSection { section { id siteSpaces { totalCount } } siteSpaces { id } }
        ... on VisitedSectionGroup { sectionGroup { id } sections { section { id } } }
      } } } } } }`;
  return (await site.admin.query(query, { id: site.id })).site;
};

const shown = (body: { structure: { structure: { id: string }[] } }) =>
  body.structure.structure.map(({ id }) => id);

describe('published content', () => {
  it('is the site and what it is made of', async () => {
    const { site, first, second } = await publishedSite();
    const body = ok(await read(site));
    expect(body).toEqual({
      customizations: {
        site: expect.objectContaining({ title: body.site.title, favicon: {} }),
        siteSpaces: {},
      },
      scripts: [],
      object: 'published-content-site',
      site: await site.get(),
      structure: { type: 'sections', structure: await site.sections() },
    });
    expect(shown(body)).toEqual([first.id, second.id]);
    const flat = await createSite(world, { organization });
    const siteSpace = await flat.addSpace();
    await flat.publish();
    const { structure } = ok(await read(flat));
    expect(structure).toMatchObject({ type: 'siteSpaces', structure: [{ id: siteSpace.id }] });
  });

  it('is there while the site is published only', async () => {
    const { site } = await publishedSite();
    await world.db.prisma.site.update({ where: { id: site.id }, data: { published: false } });
    expect(refusal(await read(site))).toEqual({
      status: 404,
      message: expect.stringContaining('The site is not published'),
    });
  });

  it('of a share-link site is there for all who read the site; the key resolves addresses', async () => {
    const { site } = await publishedSite('share-link');
    const other = await publishedSite('share-link');
    const newLink = async ({ url, admin }: SiteHandle) => {
      const link = ok(await admin.post(`${url}/share-links`, { name: 'Partners' }), 201);
      return { ...link, shareKey: link.urls.published.split('/').at(-1) };
    };
    const { id, shareKey, urls } = await newLink(site);
    const body = ok(await read(site, { shareKey }));
    expect(body.site.urls.published).toBe(urls.published);
    expect(body.structure.structure[1].urls.published).toContain(urls.published);
    const { shareKey: otherKey } = await newLink(other.site);
    const { structure } = body;
    const withoutAddress = async (visit: Visit) => {
      const found = ok(await read(site, visit));
      expect(found.site.urls).not.toHaveProperty('published');
      expect(shown(found)).toEqual(shown({ structure }));
    };
    for (const visit of [{}, { shareKey: 'guess' }, { shareKey: otherKey }]) {
      await withoutAddress(visit);
    }
    ok(await site.admin.patch(`${site.url}/share-links/${id}`, { active: false }));
    await withoutAddress({ shareKey });
  });

  it.each(['share-link', 'visitor-auth'] as const)(
    'of a %s site is there for a reader and for a guest of one of its spaces, for nobody else',
    async (visibility) => {
      const { site, first, second } = await publishedSite(visibility);
      const reader = await world.member(organization.id, 'read');
      expect(ok(await read(site, {}, reader)).site.id).toBe(site.id);
      const guest = await world.member(organization.id, null);
      expect((await read(site, {}, guest)).status).toBe(404);
      const space = `/v1/spaces/${second.siteSpaces[0].space.id}`;
      const grant = { role: 'read', users: [guest.userId] };
      ok(await site.admin.post(`${space}/permissions`, grant), 204);
      expect(shown(ok(await read(site, {}, guest)))).toEqual([second.id]);
      const stranger = await world.organization();
      expect((await read(site, {}, stranger.admin)).status).toBe(404);
      const { site: found } = await reader.query(
        'query ($id: ID!) { site(id: $id) { publishedContent { structure { ... on VisitedSections { entries { ... on VisitedSection { section { id } } } } } } } }',
        { id: site.id },
      );
      expect(found.publishedContent.structure.entries).toEqual([
        { section: { id: first.id } },
        { section: { id: second.id } },
      ]);
    },
  );

  it('of a visitor-auth site is there for a member with the token of their ping', async () => {
    const { site } = await publishedSite('visitor-auth');
    const ping = await organization.admin.post(`/v1/orgs/${organization.id}/ping`);
    const jwtToken = ping.body.serviceVisitorClaims as string;
    expect(ok(await read(site, { visitor: { jwtToken } })).site.id).toBe(site.id);
    const stranger = await world.organization();
    const foreign = await stranger.admin.post(`/v1/orgs/${stranger.id}/ping`);
    const visitor = { jwtToken: foreign.body.serviceVisitorClaims as string };
    expect(refusal(await read(site, { visitor })).status).toBe(400);
  });

  it('of a visitor-auth site is there with a token that its key signed', async () => {
    const { site } = await publishedSite('visitor-auth');
    const other = await publishedSite('visitor-auth');
    const jwtToken = await sign(await keyOf(site));
    expect(ok(await read(site, { visitor: { jwtToken } })).site.id).toBe(site.id);
    for (const visit of [{}, { visitor: {} }, { visitor: { unsignedClaims: { a: 1 } } }]) {
      expect(ok(await read(site, visit)).site.id).toBe(site.id);
    }
    const foreign = await sign(await keyOf(other.site));
    const answer = refusal(await read(site, { visitor: { jwtToken: foreign } }));
    const message = `"visitor.jwtToken" is not signed with the site's key.`;
    expect(answer).toEqual({ status: 400, message });
  });

  it('refuses a token that is not valid on any site, also one without a key', async () => {
    const { site } = await publishedSite();
    const jwtToken = await sign('a key that is none of this site, and long enough');
    expect(refusal(await read(site, { visitor: { jwtToken } })).status).toBe(400);
    const { errors } = await site.admin.graphql(
      `query ($id: ID!, $visitor: SiteVisitorInput) {
        site(id: $id) { publishedContent(visitor: $visitor) { site { id } } } }`,
      { id: site.id, visitor: { jwtToken } },
    );
    expect(errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', inputPath: ['visitor', 'jwtToken'] } },
    ]);
  });

  it('refuses the tokens of a former key from when the new one is there', async () => {
    const { site } = await publishedSite('visitor-auth');
    const visitor = { jwtToken: await sign(await keyOf(site)) };
    const reads = Array.from({ length: 8 }, () => read(site, { visitor }));
    const regenerated = site.admin.post(`${site.url}/publishing/auth/regenerate`);
    for (const answer of await Promise.all(reads)) expect([200, 400]).toContain(answer.status);
    const { privateKey } = ok(await regenerated);
    expect((await read(site, { visitor })).status).toBe(400);
    const renewed = { jwtToken: await sign(privateKey) };
    expect((await read(site, { visitor: renewed })).status).toBe(200);
  });

  it.each([
    ['no JSON', '{', '"visitor" must be an object, as JSON.'],
    ['no object', '[]', '"visitor" must be an object.'],
    ['an unknown field', '{"name":"x"}', '"visitor.name" is not known here.'],
    ['a token that is no text', '{"jwtToken":1}', '"visitor.jwtToken" must be a string.'],
    ['claims that are a list', '{"unsignedClaims":[]}', '"visitor.unsignedClaims" must be'],
    [
      'deep claims',
      `{"unsignedClaims":{"a":${'{"a":'.repeat(9)}1${'}'.repeat(9)}}}`,
      '"visitor.unsignedClaims" must have at most 8 levels.',
    ],
    [
      'many claims',
      JSON.stringify({ unsignedClaims: { a: Array.from({ length: 101 }, () => 1) } }),
      '"visitor.unsignedClaims" must have at most 100 entries in an object or array.',
    ],
  ])('refuses a visitor of %s', async (_, visitor, message) => {
    const { site } = await publishedSite();
    const url = `${site.url}/published?visitor=${encodeURIComponent(visitor)}`;
    expect(refusal(await site.admin.get(url))).toEqual({
      status: 400,
      message: expect.stringContaining(message),
    });
  });
});

describe('what is hidden from a visitor', () => {
  it('is not there, with all that is in it, and is not counted', async () => {
    const { site, first, second } = await publishedSite();
    const variant = await site.addSpace({ sectionId: first.id });
    await setCondition(site, `sections/${second.id}`, 'visitor.claims.plan == "pro"');
    await setCondition(site, `site-spaces/${variant.id}`, 'visitor.claims.unsigned.isBeta');
    const key = await keyOf(site);
    const visit = async (claims: JWTPayload, unsignedClaims = {}) =>
      ok(await read(site, { visitor: { jwtToken: await sign(key, claims), unsignedClaims } }));

    const nobody = ok(await read(site));
    expect(shown(nobody)).toEqual([first.id]);
    expect(nobody.structure.structure[0].siteSpaces).toHaveLength(1);
    expect(nobody.site.siteSpaces).toBe(1);

    const pro = await visit({ plan: 'pro' });
    expect(shown(pro)).toEqual([first.id, second.id]);
    expect(pro.site.siteSpaces).toBe(2);

    const beta = await visit({ plan: 'free' }, { isBeta: true });
    expect(shown(beta)).toEqual([first.id]);
    expect(beta.structure.structure[0].siteSpaces.map(({ id }: { id: string }) => id)).toEqual([
      first.siteSpaces[0].id,
      variant.id,
    ]);
    // An editor's reads are those of the whole site.
    expect(await site.sections()).toHaveLength(2);
    expect((await site.get()).siteSpaces).toBe(3);
  });

  it('cannot be opened by claims that nobody signed', async () => {
    const { site, first, second } = await publishedSite();
    await setCondition(site, `sections/${second.id}`, 'visitor.claims.isStaff');
    await setCondition(site, `sections/${first.id}`, 'has(visitor.claims.unsigned.isStaff)');
    const forged = { unsignedClaims: { isStaff: true, claims: { isStaff: true } } };
    expect(shown(ok(await read(site, { visitor: forged })))).toEqual([first.id]);
    const key = await keyOf(site);
    const claims = { unsigned: { isStaff: true } } as JWTPayload;
    const signed = { jwtToken: await sign(key, claims) };
    expect(shown(ok(await read(site, { visitor: signed })))).toEqual([]);
  });

  it('takes a section or a group along that holds nothing else', async () => {
    const { site, first, second } = await publishedSite();
    await setCondition(site, `site-spaces/${second.siteSpaces[0].id}`, 'visitor.claims.isBeta');
    expect(shown(ok(await read(site)))).toEqual([first.id]);
    const group = ok(
      await site.admin.post(`${site.url}/section-groups`, { title: 'More', sections: [second.id] }),
      201,
    );
    expect(shown(ok(await read(site)))).toEqual([first.id]);
    const jwtToken = await sign(await keyOf(site), { isBeta: true });
    const { structure } = ok(await read(site, { visitor: { jwtToken } }));
    expect(structure.structure).toMatchObject([
      { id: first.id },
      { id: group.id, sections: [{ id: second.id }] },
    ]);
  });

  it('is hidden by a stored condition that does not parse', async () => {
    const { site, first, second } = await publishedSite();
    await world.db.prisma.siteSection.update({
      where: { id: second.id },
      data: { condition: 'beta &&' },
    });
    expect(shown(ok(await read(site)))).toEqual([first.id]);
  });

  it('is what holds deleted spaces only, or nothing', async () => {
    const { site, first, second } = await publishedSite();
    const group = await site.addGroup([second.id]);
    await site.addGroup();
    const empty = await site.addSection();
    ok(await site.admin.delete(`${site.url}/site-spaces/${empty.siteSpaces[0].id}`), 204);
    expect(shown(ok(await read(site)))).toEqual([first.id, group.id]);
    ok(await site.admin.delete(`/v1/spaces/${second.siteSpaces[0].space.id}`), 204);
    expect(shown(ok(await read(site)))).toEqual([first.id]);
    const { publishedContent } = await visited(site);
    expect(publishedContent.visitedSite.siteSpaceCount).toBe(1);
    expect(publishedContent.structure.entries).toHaveLength(1);
  });

  it('is not in what the visitor finds, while the nodes are the same as elsewhere', async () => {
    const { site, first, second } = await publishedSite();
    const variant = await site.addSpace({ sectionId: first.id });
    const group = await site.addGroup([second.id]);
    await setCondition(site, `site-spaces/${variant.id}`, 'visitor.claims.isStaff');
    const { publishedContent, ...whole } = await visited(site);
    expect(publishedContent.visitedSite.siteSpaceCount).toBe(2);
    const [alone, grouped] = publishedContent.structure.entries;
    expect(alone.siteSpaces).toEqual([{ id: first.siteSpaces[0].id }]);
    expect(grouped).toMatchObject({
      sectionGroup: { id: group.id },
      sections: [{ section: { id: second.id } }],
    });
    const nodes = whole.sections.nodes;
    expect(alone.section).toEqual(nodes[0]);
    expect(nodes[0].siteSpaces.totalCount).toBe(2);
    expect(publishedContent.site).toEqual({ id: site.id, siteSpaceCount: 3 });
    expect(publishedContent.site.siteSpaceCount).toBe(whole.siteSpaceCount);
  });
});

describe('published content, for who reads it,', () => {
  it('is what of the site exists for them', async () => {
    const { site, first, second } = await publishedSite();
    const cast = await world.cast(organization.id);
    for (const role of ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const) {
      expect(shown(ok(await read(site, {}, cast[role]))), role).toEqual([first.id, second.id]);
    }
    for (const kind of ['disabled', 'stranger'] as const) {
      expect(refusal(await read(site, {}, cast[kind])).status, kind).toBe(404);
    }
    const query = 'query ($id: ID!) { site(id: $id) { publishedContent { site { id } } } }';
    const { site: found } = await cast.stranger.query(query, { id: site.id });
    expect(found).toBeNull();
  });

  it('takes the same few statements for a large site', async () => {
    const { site: small } = await publishedSite();
    const { site: large } = await publishedSite();
    await large.fillSections(0);
    for (let index = 0; index < 5; index += 1) {
      const section = await large.addSection();
      await setCondition(large, `sections/${section.id}`, `visitor.claims.n${index} == 1`);
    }
    const ofSmall = await world.statements(() => read(small));
    const ofLarge = await world.statements(() => read(large));
    expect(ofLarge.length).toBe(ofSmall.length);
  });
});
