import { createSpec } from './openapi-specs.ts';
import { expect } from 'vitest';
import { newId } from '../../src/lib/id.ts';
import { instructions } from './instructions.ts';
import { certificatePem } from './certificate.ts';
import type { Client } from './client.ts';
import { writeCommit, writeFiles, writePages, writeReusableContents } from './content.ts';
import { createGitSync } from './git-sync.ts';
import type { World } from './world.ts';

/** An organization with an example of everything, and values for path parameters. */
export interface WholeOrganization {
  id: string;
  admin: Client;
  /** Values that no response contains, by path parameter. */
  parameters: readonly [parameter: string, value: string][];
}

interface Filling {
  world: World;
  organizationId: string;
  admin: Client;
}

/** Fills an organization with an example of everything, with a value in each optional field. */
export async function createWholeOrganization(world: World): Promise<WholeOrganization> {
  const { id, admin } = await world.organization();
  const filling = { world, organizationId: id, admin };
  const { spaceId, revisionId, deletedSpaceId, reviewIds } = await fillSpaces(filling);
  const samlProviderId = await fillMembers(filling);
  const siteId = await fillSites(filling, spaceId);
  const { specSlug, versionId, apiSpaceId } = await fillSpec(filling);
  const translations = await fillTranslations(filling, { spaceId, revisionId });
  await fillSettings(filling, siteId);
  return {
    id,
    admin,
    parameters: [
      ['organizationId', id],
      ['emailDomain', 'example.com'],
      ['subdomain', 'whole'],
      ['hostname', 'manual.example.com'],
      ['spaceId', spaceId],
      ['spaceId', deletedSpaceId],
      ['spaceId', apiSpaceId],
      ['revisionId', revisionId],
      ['pagePath', 'guide/reference'],
      ['samlProviderId', samlProviderId],
      ['specSlug', specSlug],
      ['versionId', versionId],
      ...translations,
      ...reviewIds.map((reviewId): [string, string] => ['reviewId', reviewId]),
    ],
  };
}

/** Sends a write that must succeed. Returns the id in its response, if any. */
async function write(
  client: Client,
  method: 'post' | 'put' | 'patch',
  url: string,
  body?: object,
): Promise<string> {
  const answer = await client[method]<{ id?: string }>(url, body);
  expect(answer.status, `${url} answers ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body?.id ?? '';
}

async function fillSpaces(filling: Filling) {
  const { world, organizationId, admin } = filling;
  const collections = `/v1/orgs/${organizationId}/collections`;
  const collectionId = await write(admin, 'post', collections, { title: 'Products' });
  const inner = { title: 'Guides', parent: collectionId };
  const innerId = await write(admin, 'post', collections, inner);
  await write(admin, 'patch', `/v1/collections/${innerId}`, { description: 'All of them.' });
  const { id: spaceId } = await world.space(organizationId, { parentId: collectionId });
  const settings = { language: 'en', icon: 'https://example.com/icon.png' };
  await write(admin, 'patch', `/v1/spaces/${spaceId}`, settings);
  const revisionId = await fillContent(world, spaceId);
  await createGitSync(world, spaceId, revisionId);
  const reviewIds = await fillChangeRequests(filling, spaceId);
  await grantAll(filling, [{ spaceId }, { collectionId }]);
  const invites = `/v1/orgs/${organizationId}/link-invites`;
  await write(admin, 'post', invites, { role: null });
  await write(admin, 'post', invites, { level: 'edit', space: spaceId });
  const { id: deletedSpaceId } = await world.space(organizationId, { deletedAt: new Date() });
  return { spaceId, revisionId, deletedSpaceId, reviewIds };
}

const blocksMarkdown =
  '<p align="center">Centered.</p>\n\n| Name | Value |\n| - | - |\n| One | 1 |\n';

/**
 * Writes pages of each kind, files and reusable contents, as if imported from a repository. Returns
 * the id of the revision with all of them.
 */
async function fillContent(world: World, spaceId: string): Promise<string> {
  const git = (path: string) => ({ oid: '5f1d3a2b'.repeat(5), path });
  const files = await writeFiles(world, spaceId, [
    { name: 'notes.txt', text: 'Notes.', path: 'notes.txt', git: git('notes.txt') },
    {
      name: 'cover.png',
      text: 'Picture.',
      contentType: 'image/png',
      dimensions: { width: 640, height: 480 },
    },
  ]);
  const cover = { kind: 'file', file: files['cover.png'] ?? '' } as const;
  await writePages(world, spaceId, [
    {
      title: 'Guide',
      emoji: '📘',
      icon: 'book',
      description: 'How it works.',
      markdown: `# Guide\n\nSee [the notes](/notes.txt).\n\n${blocksMarkdown}`,
      cover: { ref: cover, refDark: cover, yPos: 0 },
      variables: { version: '2' },
      git: git('guide.md'),
      pages: [{ title: 'Reference', markdown: 'More text.\n' }],
    },
    { title: 'Part', type: 'group' },
    { title: 'Elsewhere', type: 'link', target: { kind: 'url', url: 'https://example.com' } },
  ]);
  await writeReusableContents(world, spaceId, [
    { title: 'Warning', markdown: 'Mind.\n', git: git('.includes/warning.md') },
  ]);
  return writeCommit(world, spaceId);
}

/** Creates a reviewed and updated change request, and a merged one. */
async function fillChangeRequests(filling: Filling, spaceId: string): Promise<string[]> {
  const { admin } = filling;
  const changeRequests = `/v1/spaces/${spaceId}/change-requests`;
  const insertPage = (title: string) => ({
    changes: [{ operation: 'insert_page', metadata: { title } }],
  });
  const merged = await write(admin, 'post', changeRequests, { subject: 'Add' });
  const open = await write(admin, 'post', changeRequests, { subject: 'Edit' });
  await write(admin, 'post', `${changeRequests}/${merged}/content`, insertPage('Added'));
  await write(admin, 'post', `${changeRequests}/${merged}/merge`);
  await write(admin, 'post', `${changeRequests}/${open}/content`, insertPage('Proposed'));
  await write(admin, 'post', `${changeRequests}/${open}/update`);
  const reviewIds = await review(filling, `${changeRequests}/${open}`);
  await discuss(admin, `/v1/spaces/${spaceId}`);
  await discuss(admin, `${changeRequests}/${open}`);
  return reviewIds;
}

/** Requests reviews of a change request, and submits a requested and an unrequested one. */
async function review(
  { world, organizationId, admin }: Filling,
  changeRequest: string,
): Promise<string[]> {
  const asked = await world.member(organizationId, 'review');
  const other = await world.member(organizationId, 'review');
  const ask = () =>
    write(admin, 'post', `${changeRequest}/requested-reviewers`, { users: [asked.userId] });
  await ask();
  const approval = { status: 'approved', comment: { markdown: 'Fine.' } };
  const reviewIds = [];
  for (const reviewer of [asked, other]) {
    reviewIds.push(await write(reviewer, 'post', `${changeRequest}/reviews`, approval));
  }
  await ask();
  return reviewIds;
}

/** Comments on a table cell of a page, and replies. Edits both, and reacts to both. */
async function discuss(admin: Client, branch: string): Promise<void> {
  const { body: page } = await admin.get(`${branch}/content/path/guide`);
  const { body: document } = await admin.get(`${branch}/content/page/${page.id}/document`);
  const table = document.nodes.find(({ type }: { type: string }) => type === 'table');
  const [record] = Object.keys(table.data.records);
  const [definition] = Object.keys(table.data.definition);
  const target = { page: page.id, node: table.key, tableCell: { record, definition } };
  const comments = `${branch}/comments`;
  const body = { markdown: 'A remark.' };
  const comment = `${comments}/${await write(admin, 'post', comments, { ...target, body })}`;
  const reply = `${comment}/replies/${await write(admin, 'post', `${comment}/replies`, { body })}`;
  const edit = { body: { markdown: 'Better.' }, addedReactions: ['👍'] };
  await write(admin, 'put', reply, edit);
  await write(admin, 'put', comment, { ...edit, resolved: true });
}

/** Grants a role on each space and collection to the admin and to one of their teams. */
async function grantAll(
  { world, organizationId, admin: { userId } }: Filling,
  places: readonly ({ spaceId: string } | { collectionId: string })[],
): Promise<void> {
  const { prisma } = world.db;
  const teamId = newId('Team');
  const members = { create: { userId, role: 'owner' } };
  await prisma.team.create({ data: { id: teamId, organizationId, title: 'Writers', members } });
  const data = places.flatMap((place) =>
    [{ userId }, { teamId }].map((to) => ({ ...place, ...to, id: newId('Grant'), role: 'edit' })),
  );
  await prisma.grant.createMany({ data });
}

/**
 * Adds a user with a picture who is online, and a SAML provider. Returns the id of the provider.
 */
async function fillMembers({ organizationId, admin }: Filling): Promise<string> {
  const photoURL = 'https://example.com/photo.png';
  await write(admin, 'patch', `/v1/users/${admin.userId}`, { photoURL });
  const organization = `/v1/orgs/${organizationId}`;
  await write(admin, 'post', `${organization}/ping`);
  const team = await write(admin, 'put', `${organization}/teams`, { title: 'Reviewers' });
  return write(admin, 'post', `${organization}/saml`, {
    label: 'Login',
    entityID: 'https://login.example.com',
    certificate: certificatePem,
    ssoURL: 'https://login.example.com/sso',
    defaultTeam: team,
    defaultRole: 'read',
  });
}

/**
 * Creates a public OpenAPI specification with a version and a failed update, and a page computed
 * from it.
 */
async function fillSpec({ world, organizationId, admin }: Filling) {
  const spec = await createSpec(world, organizationId, admin.userId);
  await world.db.prisma.openApiSpec.update({
    where: { id: spec.specId },
    data: { visibility: 'public', lastProcessError: 'FETCH_TIMEOUT' },
  });
  const dependencies = { spec: { ref: { kind: 'openapi', spec: spec.specId } } };
  const computed = { type: 'builtin:openapi', dependencies, props: { models: true } };
  const page = { operation: 'insert_page', type: 'computed', metadata: { title: 'API' }, computed };
  const { id: apiSpaceId } = await world.space(organizationId);
  await write(admin, 'post', `/v1/spaces/${apiSpaceId}/content`, { changes: [page] });
  return { ...spec, apiSpaceId };
}

/** Creates a translation with a result and a failed latest run, and a glossary entry. */
async function fillTranslations(
  { world, organizationId, admin }: Filling,
  { spaceId, revisionId }: { spaceId: string; revisionId: string },
): Promise<[parameter: string, value: string][]> {
  const organization = `/v1/orgs/${organizationId}`;
  const translationId = await write(admin, 'post', `${organization}/translations`, {
    ...{ language: 'de', source: { space: spaceId, language: 'en' } },
    instructions: instructions('Be brief.'),
  });
  const error = { errorCode: 'TRANSLATOR_BUSY', errorMessage: 'It is busy.', errorRemedy: 'Wait.' };
  await world.db.prisma.translation.update({
    where: { id: translationId },
    data: {
      ...{ resultSpaceId: spaceId, resultRevisionId: revisionId, ...error },
      ...{ status: 'completed', errorStep: 'translate' },
    },
  });
  await write(admin, 'put', `${organization}/translations-glossary`, {
    operations: [{ type: 'insert', translations: { en: 'space', de: 'Bereich' } }],
  });
  return [['translationId', translationId]];
}

/** Creates a published site with sections, and one that identifies its visitors. */
async function fillSites(filling: Filling, spaceId: string): Promise<string> {
  const { world, organizationId, admin } = filling;
  const sites = `/v1/orgs/${organizationId}/sites`;
  const siteId = await write(admin, 'post', sites, {
    type: 'ultimate',
    title: 'Docs',
    visibility: 'public',
    spaces: [spaceId],
  });
  const site = `${sites}/${siteId}`;
  const image = 'https://example.com/image.png';
  await write(admin, 'patch', site, {
    icon: { icon: { light: image, dark: image } },
    basename: 'docs',
    hostname: 'manual.example.com',
    proxy: 'example.com/docs',
    adaptiveContent: { enabled: true },
  });
  await fillStructure(filling, site);
  await write(admin, 'post', `${site}/share-links`, { name: 'Partners' });
  await write(admin, 'post', `${site}/publish`);
  const { id: closedId } = await world.space(organizationId);
  await world.publish(closedId, 'visitor-auth');
  return siteId;
}

/** Creates sections with all attributes, one in a group, with conditions that never hold. */
async function fillStructure(
  { world, organizationId, admin }: Filling,
  site: string,
): Promise<void> {
  await write(admin, 'put', `${site}/adaptive-schema`, {
    jsonSchema: {
      type: 'object',
      properties: { isBeta: { type: 'boolean', description: 'Whether they try what is new.' } },
      additionalProperties: false,
    },
  });
  const { id: spaceId } = await world.space(organizationId);
  const section = await write(admin, 'post', `${site}/sections`, { spaceId, title: 'More' });
  const condition = 'visitor.claims.isBeta';
  await write(admin, 'patch', `${site}/sections/${section}`, {
    description: 'What else there is.',
    icon: 'book',
    condition,
  });
  const { id: otherSpaceId } = await world.space(organizationId);
  const added = { spaceId: otherSpaceId, sectionId: section };
  const siteSpace = await write(admin, 'post', `${site}/site-spaces`, added);
  await write(admin, 'patch', `${site}/site-spaces/${siteSpace}`, { condition });
  const group = { title: 'Further', icon: 'folder', sections: [section] };
  await write(admin, 'post', `${site}/section-groups`, group);
  const destination = { kind: 'site-section', siteSectionId: section };
  await write(admin, 'post', `${site}/redirects`, { source: '/old', destination });
}

/** Sets all settings of an organization, including those that only operators can set. */
async function fillSettings(
  { world, organizationId, admin }: Filling,
  siteId: string,
): Promise<void> {
  await write(admin, 'patch', `/v1/orgs/${organizationId}`, {
    emailDomains: ['example.com'],
    hostname: 'whole',
    logo: 'https://example.com/logo.png',
    defaultRole: 'read',
    defaultContent: { type: 'site', site: siteId },
  });
  await world.db.prisma.organization.update({
    where: { id: organizationId },
    data: {
      useCase: 'openSourceDocs',
      communityType: 'openSource',
      customHostname: 'docs.example.org',
      blockedReason: 'security',
    },
  });
}
