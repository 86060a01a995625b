import { sql, type Sql } from '../../src/database/database.ts';
import type { Client } from './client.ts';
import type { World } from './world.ts';

/** The result of a write: whether it was done, and the reason otherwise. */
export interface WriteAnswer {
  isDone: boolean;
  status: number;
  problem: unknown;
}

/** A kind of write, many of which run concurrently. */
export interface WriteKind {
  name: string;
  /** Sends the write with a number. */
  write: (n: number) => Promise<WriteAnswer>;
  /** Returns the numbers of the writes in the database. */
  stored: () => Promise<Set<number>>;
}

/** The resources that are written; of some, one per number. */
interface Places {
  world: World;
  numbers: readonly number[];
  admin: Client;
  organizationId: string;
  spaceId: string;
  siteId: string;
  otherSiteId: string;
  collectionId: string;
  teamId: string;
  /** URL of a change request of the space, created by another user. */
  branch: string;
  /** Spaces, members, unpublished sites, comments, invites and numbers of change requests. */
  spaces: string[];
  members: string[];
  sites: string[];
  comments: string[];
  invites: string[];
  merged: number[];
}

async function rest(answer: ReturnType<Client['post']>): Promise<WriteAnswer> {
  const { status, body } = await answer;
  return { isDone: status < 300, status, problem: body };
}

async function graph(answer: ReturnType<Client['graphql']>): Promise<WriteAnswer> {
  const { status, errors } = await answer;
  const code = errors?.[0]?.extensions.code;
  const isDone = !errors || code === 'RESULT_UNAVAILABLE';
  return { isDone, status: code === 'SERVICE_UNAVAILABLE' ? 503 : status, problem: errors };
}

/** Returns kinds of writes of each family of mutations. */
export async function writeKinds(world: World, numbers: readonly number[]): Promise<WriteKind[]> {
  const places = await makePlaces(world, numbers);
  return [
    ...contentKinds(places),
    ...discussionKinds(places),
    ...peopleKinds(places),
    ...siteKinds(places),
    ...otherKinds(places),
  ];
}

async function makePlaces(world: World, numbers: readonly number[]): Promise<Places> {
  const { id: organizationId, admin } = await world.organization();
  const { id: spaceId } = await world.space(organizationId);
  const { id: collectionId } = await world.collection(organizationId);
  const { siteId } = await world.publish(spaceId);
  const { siteId: otherSiteId } = await world.publish(spaceId);
  const other = await world.member(organizationId, 'admin');
  const space = `/v1/spaces/${spaceId}`;
  const change = await other.post(`${space}/change-requests`, { subject: 'Any' });
  const team = await admin.put(`/v1/orgs/${organizationId}/teams`, { title: 'Team' });
  const { prisma } = world.db;
  const { revisionId } = await prisma.space.findUniqueOrThrow({ where: { id: spaceId } });
  const comments = numbers.map((n) => `cmt_${n}`);
  await prisma.comment.createMany({ data: comments.map((id) => ({ id, spaceId, revisionId })) });
  const invites = numbers.map((n) => `inv_${n}`);
  await prisma.invite.createMany({
    data: invites.map((id) => ({ id, organizationId, spaceId, level: 'read' })),
  });
  const places: Places = {
    ...{ world, numbers, admin, organizationId, spaceId, siteId, otherSiteId, collectionId },
    ...{ teamId: team.body.id, branch: `${space}/change-requests/${change.body.number}` },
    ...{ spaces: [], members: [], sites: [], comments, invites, merged: [] },
  };
  for (const n of numbers) {
    places.members.push((await world.member(organizationId, 'read')).userId);
    const { id } = await world.space(organizationId);
    places.spaces.push(id);
    places.sites.push((await world.publish(id)).siteId);
    const { number } = await world.changeRequest(spaceId, { subject: `merge ${n}` });
    places.merged.push(number);
  }
  await prisma.site.updateMany({
    where: { id: { in: places.sites } },
    data: { published: false },
  });
  return places;
}

/** Reads the numbers at the end of texts in the database. */
function byText({ world }: Places, texts: Sql): WriteKind['stored'] {
  return async () => {
    const rows = await world.db.query(texts);
    return new Set(rows.flatMap(([text]) => Number(/\d+$/.exec(String(text))?.[0] ?? NaN)));
  };
}

/** Finds the numbers of those ids that the database has. */
function byId({ world }: Places, ids: readonly unknown[], found: Sql): WriteKind['stored'] {
  return async () => {
    const rows = await world.db.query(found);
    return new Set(rows.map(([id]) => ids.indexOf(id)));
  };
}

function contentKinds(places: Places): WriteKind[] {
  const { admin, spaceId, branch, merged, spaces } = places;
  const space = `/v1/spaces/${spaceId}`;
  const page = (title: string) => [{ operation: 'insert_page', metadata: { title } }];
  const pages = (name: string, url: string) => async () => {
    const { body } = await admin.get<{ pages: { title: string }[] }>(`${url}/content/pages`);
    const titles = body.pages.map(({ title }) => title).filter((title) => title.startsWith(name));
    return new Set(titles.map((title) => Number(title.slice(name.length))));
  };
  const changePages = `mutation ($input: ChangeContentInput!) { changeContent(input: $input) {
    revision { id createdBy { displayName } } } }`;
  return [
    {
      name: 'page',
      write: (n) => rest(admin.post(`${space}/content`, { changes: page(`page ${n}`) })),
      stored: pages('page ', space),
    },
    {
      name: 'page of a branch',
      write: (n) => rest(admin.post(`${branch}/content`, { changes: page(`branch ${n}`) })),
      stored: pages('branch ', branch),
    },
    {
      name: 'page of the graph',
      write: (n) => {
        const changes = [{ insertPage: { metadata: { title: `graph ${n}` } } }];
        return graph(admin.graphql(changePages, { input: { spaceId, changes } }));
      },
      stored: pages('graph ', space),
    },
    {
      name: 'merge',
      write: (n) => rest(admin.post(`${space}/change-requests/${merged[n]}/merge`)),
      stored: byText(places, sql`SELECT subject FROM change_requests WHERE status = 'merged'`),
    },
    {
      name: 'change request',
      write: (n) => rest(admin.post(`${space}/change-requests`, { subject: `new ${n}` })),
      stored: byText(places, sql`SELECT subject FROM change_requests WHERE subject LIKE 'new %'`),
    },
    {
      name: 'git import',
      write: (n) => {
        const body = { url: 'https://git.example.com/a/docs.git', ref: `refs/heads/b${n}` };
        return rest(admin.post(`/v1/spaces/${spaces[n]}/git/import`, body));
      },
      stored: byId(places, spaces, sql`SELECT space_id FROM jobs WHERE kind = 'git-import'`),
    },
  ];
}

function discussionKinds(places: Places): WriteKind[] {
  const { admin, spaceId, branch, comments } = places;
  const space = `/v1/spaces/${spaceId}`;
  return [
    {
      name: 'review',
      write: (n) => {
        const body = { status: 'approved', comment: { markdown: `review ${n}` } };
        return rest(admin.post(`${branch}/reviews`, body));
      },
      stored: byText(places, sql`SELECT markdown FROM comments WHERE markdown LIKE 'review %'`),
    },
    {
      name: 'comment',
      write: (n) => rest(admin.post(`${space}/comments`, { body: { markdown: `comment ${n}` } })),
      stored: byText(places, sql`SELECT markdown FROM comments WHERE markdown LIKE 'comment %'`),
    },
    {
      name: 'reply',
      write: (n) => {
        const body = { body: { markdown: `reply ${n}` } };
        return rest(admin.post(`${space}/comments/${comments[n]}/replies`, body));
      },
      stored: byText(places, sql`SELECT markdown FROM comment_replies`),
    },
    {
      name: 'deletion of a comment',
      write: (n) => rest(admin.delete(`${space}/comments/${comments[n]}`)),
      stored: byText(
        places,
        sql`SELECT id FROM unnest(${comments}::text[]) id
        WHERE NOT EXISTS (SELECT FROM comments c WHERE c.id = id.id)`,
      ),
    },
  ];
}

function peopleKinds(places: Places): WriteKind[] {
  const { admin, organizationId, spaceId, members, invites, teamId } = places;
  const org = `/v1/orgs/${organizationId}`;
  const run = (mutation: string, variables: object) =>
    graph(admin.graphql(mutation, { input: variables }));
  return [
    {
      name: 'member',
      write: (n) => rest(admin.patch(`${org}/members/${members[n]}`, { role: 'edit' })),
      stored: byId(places, members, sql`SELECT user_id FROM members WHERE role = 'edit'`),
    },
    {
      name: 'member of a team',
      write: (n) => rest(admin.put(`${org}/teams/${teamId}/members/${members[n]}`, {})),
      stored: byId(places, members, sql`SELECT user_id FROM team_members`),
    },
    {
      name: 'team',
      write: (n) =>
        run(
          `mutation ($input: CreateTeamInput!) { createTeam(input: $input) {
            team { id members(first: 5) { totalCount nodes { userId } } } } }`,
          { organizationId, title: `team ${n}` },
        ),
      stored: byText(places, sql`SELECT title FROM teams WHERE title LIKE 'team %'`),
    },
    {
      name: 'grant',
      write: (n) => {
        const body = { role: 'edit', users: [members[n]] };
        return rest(admin.post(`/v1/spaces/${spaceId}/permissions`, body));
      },
      stored: byId(places, members, sql`SELECT user_id FROM grants WHERE space_id = ${spaceId}`),
    },
    {
      name: 'invitation',
      write: (n) => {
        const body = { emails: [`${n}@example.org`], role: 'read' };
        return rest(admin.post(`${org}/invites`, body));
      },
      stored: byText(places, sql`SELECT split_part(email, '@', 1) FROM invitations`),
    },
    {
      name: 'invite link',
      write: (n) => rest(admin.patch(`${org}/link-invites/${invites[n]}`, { level: 'edit' })),
      stored: byId(places, invites, sql`SELECT id FROM invites WHERE level = 'edit'`),
    },
    {
      name: 'SAML provider',
      write: (n) => rest(admin.post(`${org}/saml`, { label: `provider ${n}` })),
      stored: byText(places, sql`SELECT label FROM saml_providers`),
    },
    {
      name: 'API token',
      write: (n) =>
        run(
          `mutation ($input: CreateApiTokenInput!) { createApiToken(input: $input) {
            apiToken { id } } }`,
          { label: `written ${n}` },
        ),
      stored: byText(places, sql`SELECT label FROM api_tokens WHERE label LIKE 'written %'`),
    },
  ];
}

function siteKinds(places: Places): WriteKind[] {
  const { admin, organizationId, siteId, otherSiteId, spaceId, spaces, sites } = places;
  const all = `/v1/orgs/${organizationId}/sites`;
  const shownOn = (id: string) => sql`SELECT space_id FROM site_spaces WHERE site_id = ${id}`;
  return [
    {
      name: 'site',
      write: (n) => rest(admin.post(all, { title: `site no. ${n}`, spaces: [spaceId] })),
      stored: byText(places, sql`SELECT title FROM sites WHERE title LIKE 'site no. %'`),
    },
    {
      name: 'publication',
      write: (n) => rest(admin.post(`${all}/${sites[n]}/publish`)),
      stored: byId(places, sites, sql`SELECT id FROM sites WHERE published`),
    },
    {
      name: 'setting of a site',
      write: (n) => rest(admin.patch(`${all}/${sites[n]}`, { title: `renamed ${n}` })),
      stored: byText(places, sql`SELECT title FROM sites WHERE title LIKE 'renamed %'`),
    },
    {
      name: 'share link',
      write: (n) => rest(admin.post(`${all}/${siteId}/share-links`, { name: `share link ${n}` })),
      stored: byText(places, sql`SELECT name FROM share_links`),
    },
    {
      name: 'site-space',
      write: (n) => rest(admin.post(`${all}/${siteId}/site-spaces`, { spaceId: spaces[n] })),
      stored: byId(places, spaces, shownOn(siteId)),
    },
    {
      name: 'section',
      write: (n) => {
        const body = { spaceId: spaces[n], title: `section ${n}` };
        return rest(admin.post(`${all}/${otherSiteId}/sections`, body));
      },
      stored: byId(places, spaces, shownOn(otherSiteId)),
    },
  ];
}

function otherKinds(places: Places): WriteKind[] {
  const { admin, organizationId, collectionId, spaces } = places;
  const org = `/v1/orgs/${organizationId}`;
  const openapi = (title: string) =>
    JSON.stringify({ openapi: '3.1.0', info: { title, version: '1' }, paths: {} });
  return [
    {
      name: 'space',
      write: (n) => rest(admin.post(`${org}/spaces`, { title: `new space ${n}` })),
      stored: byText(places, sql`SELECT title FROM spaces WHERE title LIKE 'new space %'`),
    },
    {
      name: 'collection',
      write: (n) => rest(admin.post(`${org}/collections`, { title: `new collection ${n}` })),
      stored: byText(places, sql`SELECT title FROM collections WHERE title LIKE 'new coll%'`),
    },
    {
      name: 'place',
      write: (n) => rest(admin.post(`/v1/spaces/${spaces[n]}/move`, { parent: collectionId })),
      stored: byId(places, spaces, sql`SELECT id FROM spaces WHERE parent_id = ${collectionId}`),
    },
    {
      name: 'OpenAPI specification',
      write: (n) => {
        const body = { source: { text: openapi(`${n}`) } };
        return rest(admin.put(`${org}/openapi/spec-${n}`, body));
      },
      stored: byText(places, sql`SELECT slug FROM openapi_specs`),
    },
    {
      name: 'glossary entry',
      write: (n) => {
        const translations = { en: `term ${n}`, de: 'Begriff' };
        const body = { operations: [{ type: 'insert', translations }] };
        return rest(admin.put(`${org}/translations-glossary`, body));
      },
      stored: byText(places, sql`SELECT translations ->> 'en' FROM glossary_entries`),
    },
    {
      name: 'translation',
      write: (n) => {
        const body = { language: 'de', source: { space: spaces[n], language: 'en' } };
        return rest(admin.post(`${org}/translations`, body));
      },
      stored: byId(places, spaces, sql`SELECT source_space_id FROM translations`),
    },
  ];
}
