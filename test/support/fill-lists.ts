import { sql } from '../../src/database/database.ts';
import { idPrefixes, newId, newSecretId } from '../../src/lib/id.ts';
import { evenPositions } from '../../src/lib/position.ts';
import { writeFiles, writePages } from './content.ts';
import type { Scene, SceneContent } from './scene.ts';
import type { World } from './world.ts';

/** Items that every list of a filled scene has at least. */
export const LIST_COUNT = 50;

/** A scene to fill. */
interface Filling {
  world: World;
  scene: Scene;
  content: Record<'space' | 'changeRequest', SceneContent>;
  adminId: string;
}

const many = <Item>(make: (index: number) => Item): Item[] =>
  Array.from({ length: LIST_COUNT }, (_, index) => make(index));

/** Adds as many items to every list of a scene. Updates the revisions of the scene. */
export async function fillLists(filling: Filling): Promise<void> {
  const { world, scene, content } = filling;
  const userIds = await addUsers(filling);
  const { prisma } = world.db;
  const { spaceId, revisionId, changeRequestId, threads } = scene;
  await addSites(filling, revisionId);
  await addTeams(filling, userIds);
  await addCollections(filling, revisionId);
  await addInvites(filling);
  await addInvitations(filling);
  await addSamlProviders(filling);
  await addTranslations(filling);
  await addOpenApiSpecs(filling);
  await prisma.changeRequest.createMany({
    data: many((index) => ({
      id: newId('ChangeRequest'),
      spaceId,
      number: 100 + index,
      status: 'open',
      revisionId,
      revisionInitialId: revisionId,
    })),
  });
  for (const place of [{ spaceId }, { collectionId: scene.collectionId }]) {
    await prisma.grant.createMany({
      data: userIds.map((userId) => ({ ...place, id: newId('Grant'), userId, role: 'edit' })),
    });
  }
  await addTeamGrants(filling);
  await addReviews(filling, userIds, revisionId);
  for (const branch of [{ spaceId }, { spaceId, changeRequestId }]) {
    await prisma.comment.createMany({
      data: userIds.map((postedById) => ({
        ...branch,
        id: newId('Comment'),
        postedById,
        revisionId,
      })),
    });
  }
  for (const { commentId } of Object.values(threads)) {
    await prisma.commentReply.createMany({
      data: userIds.map((postedById) => ({ id: newId('CommentReply'), commentId, postedById })),
    });
  }
  for (const branchId of [spaceId, changeRequestId]) {
    await writeFiles(
      world,
      branchId,
      many((index) => ({ name: `${index}.txt`, text: `File ${index}.` })),
    );
  }
  for (const branch of ['space', 'changeRequest'] as const) {
    content[branch].revisionId = await addLinks(filling, branch);
  }
  scene.revisionId = content.space.revisionId;
  await addFoundPages(filling);
}

/** A page of the scene that a search finds, in all spaces. */
async function addFoundPages({ world, content }: Filling): Promise<void> {
  await world.db.query(sql`
    INSERT INTO search_pages (space_id, page, part, title, source, source_start, names, words)
    SELECT s.id, p.page, p.part, p.title, p.source, p.source_start, p.names, p.words
    FROM spaces s JOIN search_pages p ON p.page = ${content.space.pageId}
    ON CONFLICT DO NOTHING`);
}

/** Pages that link to the page and the file of a content. Returns the revision that has them. */
async function addLinks(
  { world, scene, content }: Filling,
  branch: 'space' | 'changeRequest',
): Promise<string> {
  const [start = ''] = content[branch].pagePath.split('/');
  const pages = many((index) => ({
    title: `Link ${index}`,
    markdown: `[Start](/${start}) of the guide, and [notes](/notes.txt).`,
  }));
  const branchId = branch === 'space' ? scene.spaceId : scene.changeRequestId;
  return (await writePages(world, branchId, pages)).revisionId;
}

/** Adds contributors and reviews of the change request, and requests for more reviews. */
async function addReviews(
  { world, scene, adminId }: Filling,
  userIds: readonly string[],
  revisionId: string,
): Promise<void> {
  const { prisma } = world.db;
  const about = { changeRequestId: scene.changeRequestId, revisionId };
  await prisma.changeRequestContributor.createMany({
    data: userIds.map((userId) => ({ changeRequestId: about.changeRequestId, userId })),
  });
  await prisma.changeRequestReview.createMany({
    data: userIds.map((reviewerId) => {
      const id = newId('ChangeRequestReview');
      return { ...about, id, reviewerId, requestedById: adminId, status: 'approved' };
    }),
  });
  await prisma.requestedReviewer.createMany({
    data: userIds.map((userId) => ({ ...about, userId, requestedById: adminId })),
  });
}

async function addSamlProviders({ world, scene }: Filling): Promise<void> {
  const { organizationId } = scene;
  await world.db.prisma.samlProvider.createMany({
    data: many((index) => ({ id: newId('SAMLProvider'), organizationId, label: `Login ${index}` })),
  });
}

async function addTranslations({ world, scene }: Filling): Promise<void> {
  const { organizationId, spaceId: sourceSpaceId } = scene;
  const languages = { sourceLanguage: 'en', language: 'de' };
  const { translation, glossaryEntry } = world.db.prisma;
  const newTranslation = () => ({ id: newId('Translation'), organizationId, sourceSpaceId });
  const newEntry = () => ({ id: newId('GlossaryEntry'), organizationId, translations: {} });
  await translation.createMany({ data: many(() => ({ ...newTranslation(), ...languages })) });
  await glossaryEntry.createMany({ data: many(newEntry) });
}

async function addOpenApiSpecs({ world, scene }: Filling): Promise<void> {
  const { organizationId, specId, userId } = scene;
  const { prisma } = world.db;
  const { bundle } = await prisma.openApiSpecVersion.findFirstOrThrow({ where: { specId } });
  await prisma.openApiSpec.createMany({
    data: many((index) => ({
      ...{ id: newId('OpenAPISpec'), organizationId, slug: `pets-${index}` },
      ...{ sourceUrl: 'https://example.com', createdById: userId },
    })),
  });
  await prisma.openApiSpecVersion.createMany({
    data: many((index) => ({
      ...{ id: newId('OpenAPISpecVersion'), specId, contentHash: `${index}`, bundle },
      ...{ files: [], pages: [] },
    })),
  });
}

async function addInvites({ world, scene }: Filling): Promise<void> {
  const { organizationId } = scene;
  await world.db.prisma.invite.createMany({
    data: many(() => ({ id: newSecretId(idPrefixes.Invite), organizationId, role: 'read' })),
  });
}

/** Invites the admin to other organizations. */
async function addInvitations({ world, adminId }: Filling): Promise<void> {
  const { prisma } = world.db;
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id: adminId } });
  const organizations = many((index) => ({ id: newId('Organization'), title: `Other ${index}` }));
  await prisma.organization.createMany({ data: organizations });
  await prisma.invitation.createMany({
    data: organizations.map(({ id: organizationId }) => ({
      ...{ id: newId('Invitation'), organizationId, email: email.toLowerCase() },
      ...{ secretHash: organizationId, expiresAt: new Date(Date.now() + 3_600_000) },
    })),
  });
}

async function addTeamGrants({ world, scene }: Filling): Promise<void> {
  const { prisma } = world.db;
  const { organizationId, spaceId, collectionId } = scene;
  const teams = many((index) => ({ id: newId('Team'), organizationId, title: `Team ${index}` }));
  await prisma.team.createMany({ data: teams });
  for (const place of [{ spaceId }, { collectionId }]) {
    await prisma.grant.createMany({
      data: teams.map(({ id: teamId }) => ({ ...place, id: newId('Grant'), teamId, role: 'edit' })),
    });
  }
}

async function addUsers({ world, scene, adminId }: Filling): Promise<string[]> {
  const { prisma } = world.db;
  const users = many((index) => {
    const id = newId('User');
    return { id, displayName: `User ${index}`, email: `${id.toLowerCase()}@example.com` };
  });
  await prisma.user.createMany({ data: users });
  const organizations = many((index) => ({ id: newId('Organization'), title: `Other ${index}` }));
  await prisma.organization.createMany({ data: organizations });
  const { organizationId } = scene;
  await prisma.member.createMany({
    data: [
      ...users.map(({ id }) => ({ organizationId, userId: id, role: 'comment' })),
      ...organizations.map(({ id }) => ({
        organizationId: id,
        userId: adminId,
        role: 'admin',
      })),
    ],
  });
  return users.map(({ id }) => id);
}

async function addTeams({ world, scene }: Filling, userIds: readonly string[]): Promise<void> {
  const { organizationId, teamId: ownTeamId, memberId: userId } = scene;
  const teams = many((index) => ({ id: newId('Team'), organizationId, title: `Team ${index}` }));
  await world.db.prisma.team.createMany({ data: teams });
  await world.db.prisma.teamMember.createMany({
    data: [
      ...teams.map(({ id: teamId }) => ({ teamId, userId })),
      ...userIds.map((id) => ({ teamId: ownTeamId, userId: id })),
    ],
  });
}

async function addSites({ world, scene }: Filling, revisionId: string): Promise<void> {
  const { prisma } = world.db;
  const { organizationId, siteId, siteSectionId, collectionId } = scene;
  const positions = evenPositions(LIST_COUNT).map((position) => `b${position}`);
  await prisma.site.createMany({
    data: many((index) => ({ id: newId('Site'), organizationId, title: `Site ${index}` })),
  });
  const links = many((index) => ({ id: newId('ShareLink'), siteId, name: `Link ${index}` }));
  await prisma.shareLink.createMany({ data: links.map((link) => ({ ...link, key: link.id })) });
  const toSpace = { siteId, siteSpaceId: scene.siteSpaceId };
  await prisma.siteRedirect.createMany({
    data: many((index) => ({ ...toSpace, id: newId('SiteRedirect'), source: `/${index}` })),
  });
  const placed = many((index) => ({
    siteId,
    path: `part-${index}`,
    position: positions[index] ?? '',
  }));
  await prisma.siteSection.createMany({
    data: placed.map((place) => ({ ...place, id: newId('SiteSection'), title: 'Part' })),
  });
  await prisma.siteSectionGroup.createMany({
    data: positions.map((position, index) => ({
      id: newId('SiteSectionGroup'),
      siteId,
      title: `Group ${index}`,
      position: `b${position}`,
    })),
  });
  const spaces = positions.map((position) => ({
    id: newId('Space'),
    organizationId,
    title: 'Part',
    position,
    revisionId,
  }));
  await prisma.space.createMany({ data: spaces });
  // One is like the other, so that as much is asked of one as of many.
  await prisma.space.updateMany({ where: { organizationId }, data: { parentId: collectionId } });
  await prisma.siteSpace.createMany({
    data: spaces.map(({ id: spaceId }, index) => ({
      siteId,
      path: `part-${index}`,
      position: positions[index] ?? '',
      sectionId: siteSectionId,
      id: newId('SiteSpace'),
      spaceId,
    })),
  });
}

async function addCollections({ world, scene }: Filling, revisionId: string): Promise<void> {
  const { prisma } = world.db;
  const { organizationId, collectionId } = scene;
  const placed = evenPositions(LIST_COUNT).map((position) => ({
    organizationId,
    title: 'Part',
    position: `c${position}`,
  }));
  await prisma.collection.createMany({
    data: placed.map((place) => ({ ...place, id: newId('Collection') })),
  });
  await prisma.space.createMany({
    data: placed.map((place) => ({
      ...place,
      id: newId('Space'),
      parentId: collectionId,
      revisionId,
    })),
  });
}
