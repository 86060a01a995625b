import { describe, expect, it } from 'vitest';
import { newId } from '../../src/lib/id.ts';
import { evenPositions } from '../../src/lib/position.ts';
import type { Client } from '../support/client.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();

/** A connection of a level at each of the seven levels, with its count and with people. */
const query = `query ($first: Int!) {
  organizations(first: $first) { totalCount nodes { id
    sites(first: $first) { totalCount nodes { id
      sections(first: $first) { totalCount nodes { id
        siteSpaces(first: $first) { totalCount nodes { id
          space { id
            changeRequests(first: $first) { totalCount nodes { id
              comments(first: $first) { totalCount nodes { id
                postedBy { id }
                replies(first: $first) { totalCount nodes { id postedBy { id } } }
              } }
            } }
          }
        } }
      } }
    } }
  } }
}`;

/** The token, and one statement for all levels and counts. */
const STATEMENTS_MAX = 2;

/** A list in the shape of the answer. */
interface List<Node> {
  totalCount: number;
  nodes: Node[];
}

/** Makes a level of the plan: as many nodes, with whatever is below each. */
function listOf<Node>(count: number, make: (index: number) => Node): List<Node> {
  return { totalCount: count, nodes: Array.from({ length: count }, (_, index) => make(index)) };
}

/** The rows of a plan, by table. */
class Rows {
  readonly organizations: { id: string; title: string }[] = [];
  readonly members: { organizationId: string; userId: string; role: string }[] = [];
  readonly sites: { id: string; organizationId: string; title: string }[] = [];
  readonly sections: (Placed & { siteId: string; title: string })[] = [];
  readonly siteSpaces: (Placed & { siteId: string; sectionId: string; spaceId: string })[] = [];
  readonly spaces: { id: string; organizationId: string; title: string; position: string }[] = [];
  readonly changeRequests: { id: string; spaceId: string; number: number }[] = [];
  readonly comments: { id: string; spaceId: string; changeRequestId: string; by: string }[] = [];
  readonly replies: { id: string; commentId: string; postedById: string }[] = [];
}

interface Placed {
  id: string;
  path: string;
  position: string;
  isDefault: boolean;
}

const placed = (id: string, index: number, count: number): Placed => ({
  id,
  path: `part-${index}`,
  position: evenPositions(count)[index] ?? '',
  isDefault: index === 0,
});

/** Plans as many items as given at each level below a user: the answer, and the rows for it. */
function plan(count: number, viewerId: string, authorIds: readonly string[]) {
  const rows = new Rows();
  const replyOf = (commentId: string, index: number) => {
    const reply = { id: newId('CommentReply'), commentId, postedById: authorIds[index] ?? '' };
    rows.replies.push(reply);
    return { id: reply.id, postedBy: { id: reply.postedById } };
  };
  const commentOf = (spaceId: string, changeRequestId: string, index: number) => {
    const by = authorIds[index] ?? '';
    const id = newId('Comment');
    rows.comments.push({ id, spaceId, changeRequestId, by });
    return { id, postedBy: { id: by }, replies: listOf(count, (below) => replyOf(id, below)) };
  };
  const changeRequestOf = (spaceId: string, index: number) => {
    const id = newId('ChangeRequest');
    rows.changeRequests.push({ id, spaceId, number: index + 1 });
    return { id, comments: listOf(count, (below) => commentOf(spaceId, id, below)) };
  };
  const spaceOf = (organizationId: string) => {
    const id = newId('Space');
    const position = `a${rows.spaces.length}V`;
    rows.spaces.push({ id, organizationId, title: 'Guides', position });
    return { id, changeRequests: listOf(count, (index) => changeRequestOf(id, index)) };
  };
  const siteSpaceOf = (
    organizationId: string,
    siteId: string,
    sectionId: string,
    index: number,
  ) => {
    const id = newId('SiteSpace');
    const space = spaceOf(organizationId);
    rows.siteSpaces.push({ ...placed(id, index, count), siteId, sectionId, spaceId: space.id });
    return { id, space };
  };
  const sectionOf = (organizationId: string, siteId: string, index: number) => {
    const id = newId('SiteSection');
    rows.sections.push({ ...placed(id, index, count), siteId, title: 'Learn' });
    return {
      id,
      siteSpaces: listOf(count, (below) => siteSpaceOf(organizationId, siteId, id, below)),
    };
  };
  const siteOf = (organizationId: string) => {
    const id = newId('Site');
    rows.sites.push({ id, organizationId, title: 'Docs' });
    return { id, sections: listOf(count, (index) => sectionOf(organizationId, id, index)) };
  };
  const organizationOf = () => {
    const id = newId('Organization');
    rows.organizations.push({ id, title: 'Organization' });
    rows.members.push({ organizationId: id, userId: viewerId, role: 'read' });
    return { id, sites: listOf(count, () => siteOf(id)) };
  };
  return { rows, answer: { organizations: listOf(count, () => organizationOf()) } };
}

async function writeRows(rows: Rows): Promise<void> {
  const { prisma } = world.db;
  const revisionId = newId('Revision');
  await prisma.organization.createMany({ data: rows.organizations });
  await prisma.member.createMany({ data: rows.members });
  await prisma.space.createMany({ data: rows.spaces.map((space) => ({ ...space, revisionId })) });
  await prisma.site.createMany({ data: rows.sites });
  await prisma.siteSection.createMany({ data: rows.sections });
  await prisma.siteSpace.createMany({ data: rows.siteSpaces });
  await prisma.changeRequest.createMany({
    data: rows.changeRequests.map((row) => ({
      ...row,
      status: 'open',
      revisionId,
      revisionInitialId: revisionId,
    })),
  });
  await prisma.comment.createMany({
    data: rows.comments.map(({ by, ...row }) => ({ ...row, postedById: by, revisionId })),
  });
  await prisma.commentReply.createMany({ data: rows.replies });
}

async function seed(count: number): Promise<{ viewer: Client; answer: unknown }> {
  const viewer = await world.user();
  const authors = [];
  for (let index = 0; index < count; index += 1) authors.push((await world.user()).userId);
  const { rows, answer } = plan(count, viewer.userId, authors);
  await writeRows(rows);
  return { viewer, answer };
}

/** An answer whose lists are in the order of their ids, for lists have orders of their own. */
function byId(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => byId(item)) as { id: string }[];
    return items.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, byId(item)]));
}

async function readsOf(work: () => Promise<unknown>): Promise<number> {
  return (await world.statements(work)).length;
}

describe('a query of seven levels, with a count at each', () => {
  it('answers what there is, in two statements for one item a level and for three', async () => {
    const few = await seed(1);
    const many = await seed(3);
    expect(byId(await few.viewer.query(query, { first: 1 }))).toEqual(byId(few.answer));
    expect(byId(await many.viewer.query(query, { first: 3 }))).toEqual(byId(many.answer));
    const ofFew = await readsOf(() => few.viewer.query(query, { first: 1 }));
    const ofMany = await readsOf(() => many.viewer.query(query, { first: 3 }));
    expect(ofMany).toBe(ofFew);
    expect(ofMany).toBeLessThanOrEqual(STATEMENTS_MAX);
  });

  it('cuts the pages of every parent, and counts past them', async () => {
    const { viewer, answer } = await seed(3);
    const data = await viewer.query(query, { first: 2 });
    const shape = (value: unknown): unknown => {
      if (typeof value !== 'object' || value === null) return undefined;
      const { totalCount, nodes } = value as Partial<List<object>>;
      const below = (node: object) => Object.values(node).map((item) => shape(item));
      if (!nodes) return below(value);
      return { totalCount, shown: nodes.length, below: nodes.map((node) => below(node)) };
    };
    const cut = (value: unknown): unknown => {
      if (typeof value !== 'object' || value === null) return value;
      if (Array.isArray(value)) return value.slice(0, 2).map((item) => cut(item));
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cut(item)]));
    };
    expect(shape(data)).toEqual(shape(cut(answer)));
  });
});
