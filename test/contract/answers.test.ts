import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { kindOfId, newId } from '../../src/lib/id.ts';
import type { JsonSchema } from '../../src/rest/options.ts';
import type { Client } from '../support/client.ts';
import { writeFiles, writePages, writeReusableContents } from '../support/content.ts';
import { openApi, type Operation } from '../support/open-api.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();
let admin: Client;

/** Values that are known for each path parameter, in the order in which they were seen. */
const known = new Map<string, Set<string>>();

const reads = Object.entries(openApi.paths).flatMap(([path, { get }]) =>
  get ? [{ path, get }] : [],
);

beforeAll(async () => {
  const organization = await world.organization();
  admin = organization.admin;
  await fill(organization.id);
  learn('organizationId', organization.id);
  learn('pagePath', 'guide/reference');
  learn('emailDomain', 'example.com');
});

/** Writes one of everything that the graph holds. */
async function fill(organizationId: string): Promise<void> {
  await admin.patch(`/v1/orgs/${organizationId}`, { emailDomains: ['example.com'] });
  const space = await world.space(organizationId);
  await writePages(world, space.id, [
    {
      title: 'Guide',
      emoji: '📘',
      markdown: '# Guide\n\nText.\n',
      pages: [{ title: 'Reference', markdown: 'More text.\n' }],
    },
    { title: 'Part', type: 'group' },
    { title: 'Elsewhere', type: 'link', target: { kind: 'url', url: 'https://example.com' } },
  ]);
  await writeFiles(world, space.id, [{ name: 'notes.txt', text: 'Notes.' }]);
  await writeReusableContents(world, space.id, [{ title: 'Warning', markdown: 'Mind.\n' }]);
  const changeRequest = await created(`/v1/spaces/${space.id}/change-requests`, {
    subject: 'Edit',
  });
  await review(organizationId, `/v1/spaces/${space.id}/change-requests/${changeRequest}`);
  for (const branch of ['', `/change-requests/${changeRequest}`]) {
    const comments = `/v1/spaces/${space.id}${branch}/comments`;
    const comment = await created(comments, { body: { markdown: 'A remark.' } });
    await created(`${comments}/${comment}/replies`, { body: { markdown: 'An answer.' } });
  }
  const collection = await created(`/v1/orgs/${organizationId}/collections`, { title: 'Guides' });
  await world.space(organizationId, { parentId: collection });
  await grantAll(organizationId, [{ spaceId: space.id }, { collectionId: collection }]);
  const sites = `/v1/orgs/${organizationId}/sites`;
  const site = await created(sites, { title: 'Docs', visibility: 'public', spaces: [space.id] });
  const other = await world.space(organizationId);
  const section = await created(`${sites}/${site}/sections`, { spaceId: other.id, title: 'More' });
  await created(`${sites}/${site}/section-groups`, { title: 'Further', sections: [section] });
  await admin.put(`${sites}/${site}/adaptive-schema`, {
    jsonSchema: {
      type: 'object',
      properties: { isBeta: { type: 'boolean', description: 'Whether they try what is new.' } },
      additionalProperties: false,
    },
  });
  await world.db.prisma.site.update({ where: { id: site }, data: { published: true } });
  await created(`${sites}/${site}/share-links`, { name: 'Partners' });
  learn('samlProviderId', await created(`/v1/orgs/${organizationId}/saml`, { label: 'Login' }));
  const invites = `/v1/orgs/${organizationId}/link-invites`;
  await created(invites, { role: null });
  await created(invites, { level: 'edit', space: space.id });
}

/** Puts a change request up for review, and reviews it for somebody and for nobody. */
async function review(organizationId: string, path: string): Promise<void> {
  const [asked, other] = [
    await world.member(organizationId, 'review'),
    await world.member(organizationId, 'review'),
  ];
  const request = () => admin.post(`${path}/requested-reviewers`, { users: [asked.userId] });
  expect((await request()).status).toBe(200);
  const approval = { status: 'approved', comment: { markdown: 'Fine.' } };
  for (const reviewer of [asked, other]) {
    const { status, body } = await reviewer.post(`${path}/reviews`, approval);
    expect(status, JSON.stringify(body)).toBe(201);
    learn('reviewId', body.id);
  }
  await request();
}

/** Grants a role on each place to the admin, and to a team of theirs. */
async function grantAll(
  organizationId: string,
  places: readonly ({ spaceId: string } | { collectionId: string })[],
): Promise<void> {
  const { prisma } = world.db;
  const { userId } = admin;
  const teamId = newId('Team');
  const members = { create: { userId, role: 'owner' } };
  await prisma.team.create({ data: { id: teamId, organizationId, title: 'Writers', members } });
  const data = places.flatMap((place) =>
    [{ userId }, { teamId }].map((to) => ({ ...place, ...to, id: newId('Grant'), role: 'edit' })),
  );
  await prisma.grant.createMany({ data });
}

async function created(url: string, body: object): Promise<string> {
  const answer = await admin.post<{ id: string }>(url, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.id;
}

function learn(parameter: string, value: string): void {
  known.set(parameter, (known.get(parameter) ?? new Set()).add(value));
}

/** Learns every id of an answer: its prefix tells which parameter takes it. */
function learnFrom(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    const kind = key === 'id' && typeof item === 'string' ? kindOfId(item) : undefined;
    if (kind) learn(`${kind[0]?.toLowerCase()}${kind.slice(1)}Id`, item as string);
    else learnFrom(item);
  }
}

/** Every address of a path whose parameters are known. */
function addressesOf(path: string): string[] {
  const [, name] = /\{(\w+)\}/.exec(path) ?? [];
  if (name === undefined) return [path];
  const values = [...(known.get(name) ?? [])];
  return values.flatMap((value) => addressesOf(path.replace(`{${name}}`, value)));
}

/** Addresses that lead to nothing: neither do those below them. */
const missing = new Set<string>();

function isBelowMissing(url: string): boolean {
  const parts = url.split('/');
  return parts.some((_, index) => missing.has(parts.slice(0, index).join('/')));
}

/** Answers of a path that found something. */
async function answersOf(path: string): Promise<{ url: string; body: unknown }[]> {
  const found = [];
  for (const url of addressesOf(path)) {
    if (isBelowMissing(url)) continue;
    const { status, body } = await admin.get(url);
    expect([200, 404], `${url} answers ${status}`).toContain(status);
    if (status === 200) found.push({ url, body });
    else missing.add(url);
  }
  return found;
}

/** Checks the answers of reads; those that answered nothing are left. */
async function withoutAnswer(candidates: typeof reads): Promise<typeof reads> {
  const left = [];
  for (const read of candidates) {
    const validate = validatorOf(read.get);
    const answers = await answersOf(read.path);
    if (answers.length === 0) left.push(read);
    for (const { url, body } of answers) {
      learnFrom(body);
      expect({ url, errors: validate(body) }).toEqual({ url, errors: [] });
    }
  }
  return left;
}

describe('the answers of /v1', () => {
  it('are what the OpenAPI document says, with no key that it does not know', async () => {
    let unanswered = reads;
    let before: number;
    do {
      before = unanswered.length;
      // What one path answers tells the ids that others need.
      unanswered = await withoutAnswer(unanswered);
    } while (unanswered.length < before);
    expect(unanswered.map(({ path }) => path)).toEqual([]);
  });

  it('would be found wrong by this test: a body without its title is', async () => {
    const list = reads.find(({ path }) => path === '/v1/orgs')?.get;
    const { body } = await admin.get('/v1/orgs');
    const errors =
      list && validatorOf(list)({ ...body, items: [{ ...body.items[0], title: undefined }] });
    expect(errors).toContainEqual(expect.stringContaining("required property 'title'"));
  });
});

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

/** Checks a body against an operation's success; it answers what is wrong. */
function validatorOf({ responses }: Operation): (body: unknown) => string[] {
  const schema = responses['200']?.content?.['application/json'].schema ?? {};
  const { components } = openApi;
  const validate = ajv.compile(closed({ ...schema, components }) as JsonSchema);
  return (body) => {
    validate(JSON.parse(JSON.stringify(body)));
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
}

/** The schema whose objects have no keys but those that it names. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((item) => closed(item));
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, item]) => [key, closed(item)] as const);
  const isObject = 'type' in schema && schema.type === 'object' && 'properties' in schema;
  return { ...(isObject && { additionalProperties: false }), ...Object.fromEntries(entries) };
}
