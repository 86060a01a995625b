import { idPrefixes, newId, newSecretId } from '../../src/lib/id.ts';
import { evenPositions } from '../../src/lib/position.ts';
import { writeFiles, writePages, writeReusableContents } from './content.ts';
import { createSpec, type SpecOfScene } from './openapi-specs.ts';
import { createSamlProvider } from './saml-provider.ts';
import { createGitSync } from './git-sync.ts';
import { createTranslation } from './scene-translation.ts';
import type { World } from './world.ts';

/** A comment with one reply. */
interface Thread {
  commentId: string;
  commentReplyId: string;
}

/** A connected example of everything: a site with a space, its change request, and comments. */
export interface Scene extends SpecOfScene {
  organizationId: string;
  /** An e-mail domain of users, which a test may add to the organization. */
  emailDomain: string;
  siteId: string;
  /** The default section of the site, and another one. */
  siteSectionId: string;
  otherSectionId: string;
  /** The group of the default section. */
  siteSectionGroupId: string;
  /** The default site space of the section, which shows the space, and another one. */
  siteSpaceId: string;
  otherSiteSpaceId: string;
  shareLinkId: string;
  /** Grants access to the site. */
  shareKey: string;
  /** A redirect from `/old` to the site space. */
  siteRedirectId: string;
  spaceId: string;
  /** The first revision of the space. */
  revisionId: string;
  /** A page without a text, in the space and in the change request. */
  pageId: string;
  /** Subdomain of the organization: its id. */
  subdomain: string;
  /** Custom hostname of the site. */
  hostname: string;
  /** URL of markdown on another server. */
  webPage: string;
  otherSpaceId: string;
  /** A space that is not on the site. */
  spareSpaceId: string;
  /** A top-level collection that contains a space, and another one. */
  collectionId: string;
  otherCollectionId: string;
  /** Another organization, of which the author is an admin. */
  otherOrganizationId: string;
  changeRequestId: string;
  /** An invite link to the space with the level `comment`. */
  inviteId: string;
  /** Id that no invitation by e-mail has. */
  invitationId: string;
  /** The author of the change request and of the comments. */
  userId: string;
  /**
   * A reader of the organization without any posts, with grants on the space and the collection.
   */
  memberId: string;
  /** A user who may review the change request, and has not. */
  reviewerId: string;
  /** A review of the change request. */
  reviewId: string;
  /** The reader's team, with the same grants. */
  teamId: string;
  /** A SAML provider. */
  samlProviderId: string;
  /** An unstarted translation of the space. */
  translationId: string;
  glossaryEntryId: string;
  /** Threads on the primary content, and in the change request. */
  threads: { space: Thread; changeRequest: Thread };
}

/** Ids of the content in a scene. */
export interface SceneContent {
  revisionId: string;
  pageId: string;
  pagePath: string;
  fileId: string;
  reusableContentId: string;
}

export interface SceneOptions {
  /** Default level of spaces and collections; null hides them and their content from non-admins. */
  defaultLevel?: 'inherit' | null;
}

/**
 * Creates a scene. Two scenes with the same organization and author differ only in ids and times.
 * The spaces other than the first have no content of their own.
 */
export async function createScene(
  world: World,
  organizationId: string,
  userId: string,
  { defaultLevel = 'inherit' }: SceneOptions = {},
): Promise<Scene> {
  const { id: spaceId, revisionId } = await world.space(organizationId, {
    title: 'Guides',
    defaultLevel,
  });
  const [otherSpaceId, spareSpaceId] = [newId('Space'), newId('Space')];
  const beside = { organizationId, defaultLevel, revisionId, position: 'a0' };
  await world.db.prisma.space.createMany({
    data: [
      { ...beside, id: otherSpaceId, title: 'API' },
      { ...beside, id: spareSpaceId, title: 'Spare' },
    ],
  });
  const { ids } = await writePages(world, spaceId, [{ title: 'Blank' }]);
  const { id: changeRequestId } = await world.changeRequest(spaceId, {
    subject: 'Reword',
    createdById: userId,
  });
  const site = await createShownSite(world, organizationId, [spaceId, otherSpaceId]);
  await createGitSync(world, spaceId, revisionId);
  const inviteId = newSecretId(idPrefixes.Invite);
  await world.db.prisma.invite.create({
    data: { id: inviteId, organizationId, level: 'comment', spaceId },
  });
  const spaces = { spaceId, revisionId, pageId: ids.Blank ?? '', otherSpaceId, spareSpaceId };
  const collections = await createCollections(world, organizationId, { defaultLevel, revisionId });
  const otherOrganizationId = newId('Organization');
  await world.db.prisma.organization.create({
    data: {
      id: otherOrganizationId,
      title: 'Elsewhere',
      members: { create: { userId, role: 'admin' } },
    },
  });
  const origin = { spaceId, revisionId, postedById: userId };
  const threads = await createThreads(world, origin, changeRequestId);
  const named = { displayName: 'Reader' };
  const { userId: memberId } = await world.member(organizationId, 'read', named);
  const reviews = await createReviews(world, {
    organizationId,
    ...origin,
    changeRequestId,
    memberId,
  });
  const teamId = await createGrants(world, { organizationId, memberId, spaceId, ...collections });
  return {
    organizationId,
    emailDomain: 'example.com',
    webPage: world.webPage,
    ...site,
    ...spaces,
    ...collections,
    otherOrganizationId,
    changeRequestId,
    ...{ inviteId, invitationId: newId('Invitation') },
    userId,
    memberId,
    ...reviews,
    teamId,
    samlProviderId: await createSamlProvider(world, organizationId),
    ...(await createTranslation(world, { organizationId, spaceId })),
    ...(await createSpec(world, organizationId, userId)),
    threads,
  };
}

/** Creates a review by a member, and a review request to another one. */
async function createReviews(
  world: World,
  of: {
    organizationId: string;
    spaceId: string;
    revisionId: string;
    changeRequestId: string;
    memberId: string;
    postedById: string;
  },
): Promise<Pick<Scene, 'reviewerId' | 'reviewId'>> {
  const { changeRequestId, revisionId } = of;
  const { userId: reviewerId } = await world.member(of.organizationId, 'review', {
    displayName: 'Reviewer',
  });
  await world.grant(of.spaceId, reviewerId, 'review');
  const reviewId = newId('ChangeRequestReview');
  const { prisma } = world.db;
  await prisma.changeRequestReview.create({
    data: {
      id: reviewId,
      changeRequestId,
      revisionId,
      reviewerId: of.memberId,
      status: 'approved',
    },
  });
  await prisma.requestedReviewer.create({
    data: { changeRequestId, userId: reviewerId, revisionId, requestedById: of.postedById },
  });
  return { reviewerId, reviewId };
}

/** Writes content of each kind to the space of a scene and to its change request. */
export async function writeContent(
  world: World,
  scene: Scene,
): Promise<{ space: SceneContent; changeRequest: SceneContent }> {
  const write = async (branchId: string, title: string): Promise<SceneContent> => {
    const { ids } = await writePages(world, branchId, [
      {
        title,
        emoji: '📘',
        markdown: '# Start\n\nText.\n',
        pages: [
          {
            title: 'Reference',
            markdown: `Back to the [start](/${title.toLowerCase()}); [notes](/notes.txt).\n`,
          },
        ],
      },
      { title: 'Part', type: 'group', pages: [{ title: 'Inside', markdown: 'Inside.\n' }] },
      { title: 'Elsewhere', type: 'link', target: { kind: 'url', url: 'https://example.com' } },
    ]);
    const files = await writeFiles(world, branchId, [
      { name: 'notes.txt', text: 'Notes.', path: 'notes.txt' },
    ]);
    const contents = await writeReusableContents(world, branchId, [
      { title: 'Warning', markdown: 'Mind.\n' },
    ]);
    const { id: revisionId } = await world.db.prisma.revision.findFirstOrThrow({
      where: { branchId },
      orderBy: { generation: 'desc' },
    });
    return {
      revisionId,
      pageId: ids[title] ?? '',
      pagePath: `${title.toLowerCase()}/reference`,
      fileId: files['notes.txt'] ?? '',
      reusableContentId: contents['Warning'] ?? '',
    };
  };
  return {
    space: await write(scene.spaceId, 'Guide'),
    changeRequest: await write(scene.changeRequestId, 'Proposal'),
  };
}

async function createCollections(
  world: World,
  organizationId: string,
  { revisionId, ...options }: { defaultLevel: 'inherit' | null; revisionId: string },
) {
  const { id: collectionId } = await world.collection(organizationId, {
    title: 'Products',
    ...options,
  });
  const { id: otherCollectionId } = await world.collection(organizationId, {
    title: 'Teams',
    ...options,
  });
  await world.db.prisma.space.create({
    data: {
      id: newId('Space'),
      organizationId,
      parentId: collectionId,
      title: 'Product',
      position: 'a0',
      revisionId,
    },
  });
  return { collectionId, otherCollectionId };
}

/** The adaptive schema of the site. */
const isBeta = { type: 'boolean', description: 'Whether they try what is new.' };
const expectedClaims = { type: 'object', properties: { isBeta }, additionalProperties: false };

async function createGrants(
  world: World,
  at: { organizationId: string; memberId: string; spaceId: string; collectionId: string },
): Promise<string> {
  const { prisma } = world.db;
  const { organizationId, memberId: userId, spaceId, collectionId } = at;
  const teamId = newId('Team');
  await prisma.team.create({
    data: { id: teamId, organizationId, title: 'Writers', members: { create: { userId } } },
  });
  const data = [{ spaceId }, { collectionId }].flatMap((place) =>
    [{ userId }, { teamId }].map((to) => ({ ...place, ...to, id: newId('Grant'), role: 'read' })),
  );
  await prisma.grant.createMany({ data });
  return teamId;
}

async function createShownSite(
  world: World,
  organizationId: string,
  spaceIds: readonly [string, string],
) {
  const siteId = newId('Site');
  const [siteSectionId, otherSectionId] = [newId('SiteSection'), newId('SiteSection')];
  const siteSectionGroupId = newId('SiteSectionGroup');
  const [siteSpaceId, otherSiteSpaceId] = [newId('SiteSpace'), newId('SiteSpace')];
  const [first = '', second = ''] = evenPositions(2);
  const { prisma } = world.db;
  const where = { id: organizationId };
  await prisma.organization.update({ where, data: { hostname: organizationId } });
  const hostname = `${siteId}.shown.example.com`;
  await prisma.site.create({
    data: {
      ...{ id: siteId, organizationId, title: 'Docs', hostname },
      ...{ visibility: 'share-link', published: true },
    },
  });
  await prisma.siteSectionGroup.create({
    data: { id: siteSectionGroupId, siteId, title: 'Further', position: first },
  });
  const section = { siteId, title: 'Learn' };
  await prisma.siteSection.createMany({
    data: [
      {
        ...{ ...section, id: siteSectionId, path: 'learn', position: first },
        ...{ groupId: siteSectionGroupId, isDefault: true },
      },
      { ...section, id: otherSectionId, path: 'more', position: second },
    ],
  });
  const siteSpace = { siteId, sectionId: siteSectionId };
  const [spaceId, otherSpaceId] = spaceIds;
  await prisma.siteSpace.createMany({
    data: [
      { ...siteSpace, id: siteSpaceId, spaceId, path: 'guides', position: first, isDefault: true },
      { ...siteSpace, id: otherSiteSpaceId, spaceId: otherSpaceId, path: 'api', position: second },
    ],
  });
  await prisma.siteAdaptiveSchema.create({
    data: { siteId, jsonSchema: expectedClaims, updatedAt: new Date() },
  });
  const shareLinkId = newId('ShareLink');
  const shareKey = `key-${shareLinkId}`;
  const shareLink = { id: shareLinkId, siteId, name: 'Partners', key: shareKey };
  await prisma.shareLink.create({ data: shareLink });
  const siteRedirectId = newId('SiteRedirect');
  const redirect = { id: siteRedirectId, siteId, source: '/old', siteSpaceId };
  await prisma.siteRedirect.create({ data: redirect });
  await prisma.siteSpaceCustomization.create({ data: { siteSpaceId, settings: {} } });
  return {
    ...{ siteId, siteSectionId, otherSectionId, siteSectionGroupId, siteSpaceId, otherSiteSpaceId },
    ...{ shareLinkId, shareKey, siteRedirectId, hostname, subdomain: organizationId },
  };
}

async function createThreads(
  world: World,
  origin: { spaceId: string; revisionId: string; postedById: string },
  changeRequestId: string,
): Promise<Scene['threads']> {
  const newThread = () => ({
    commentId: newId('Comment'),
    commentReplyId: newId('CommentReply'),
  });
  const threads = { space: newThread(), changeRequest: newThread() };
  const comment = { ...origin, markdown: 'A remark.' };
  const reply = { postedById: origin.postedById, markdown: 'An answer.' };
  const { prisma } = world.db;
  await prisma.comment.createMany({
    data: [
      { ...comment, id: threads.space.commentId },
      { ...comment, id: threads.changeRequest.commentId, changeRequestId },
    ],
  });
  await prisma.commentReply.createMany({
    data: Object.values(threads).map(({ commentId, commentReplyId }) => ({
      ...reply,
      id: commentReplyId,
      commentId,
    })),
  });
  return threads;
}

/** Changes a scene to the state that an operation needs: `restoreSpace` needs a deleted space. */
export async function prepareScene(
  { db: { prisma } }: World,
  operationId: string,
  { spaceId, changeRequestId, memberId }: Scene,
): Promise<void> {
  if (operationId === 'restoreSpace') {
    await prisma.space.update({ where: { id: spaceId }, data: { deletedAt: new Date() } });
  }
  if (operationId === 'submitChangeRequestReview') {
    // Users cannot review their own change requests.
    const data = { createdById: memberId };
    await prisma.changeRequest.update({ where: { id: changeRequestId }, data });
  }
  if (operationId === 'transferSpace') await prisma.siteSpace.deleteMany({ where: { spaceId } });
}
