import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Decision } from '../../src/auth/decision.ts';
import {
  collectionDecisionSql,
  collectionLevelSql,
  spaceDecisionSql,
  spaceLevelSql,
} from '../../src/auth/level-sql.ts';
import { levelOfMemberSql } from '../../src/auth/member-levels-sql.ts';
import { countSpacesOfMembersSql } from '../../src/auth/member-spaces-sql.ts';
import type { PlaceKind } from '../../src/auth/place-sql.ts';
import { reachesCollectionSql, reachesSpaceSql } from '../../src/auth/reach-sql.ts';
import { levelOf, roles, type Level, type Role } from '../../src/auth/roles.ts';
import { openDatabase, sql, type Database, type Sql } from '../../src/database/database.ts';
import type { Prisma } from '../../src/database/generated/prisma/client.ts';
import { newId } from '../../src/lib/id.ts';
import { createTestDatabase } from '../support/postgres.ts';

type DefaultLevel = Role | 'inherit' | null;

interface Grants {
  user?: Role | undefined;
  teams: (Role | undefined)[];
}

/** A collection (or, last, the space) in a chain from the top of an organization. */
interface Node {
  defaultLevel: DefaultLevel;
  grants: Grants;
}

/** One member, and one space in nested collections of the organization. */
interface Situation {
  member: { role: Role | null; disabled: boolean } | null;
  /** Which of the teams the member belongs to. */
  inTeam: boolean[];
  chain: Node[];
}

const TEAM_COUNT = 2;
const role = fc.constantFrom(...roles);
const maybeRole = fc.option(role, { nil: undefined, freq: 2 });
const node: fc.Arbitrary<Node> = fc.record({
  defaultLevel: fc.oneof(
    { weight: 3, arbitrary: fc.constant('inherit' as const) },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 2, arbitrary: role },
  ),
  grants: fc.record({
    user: maybeRole,
    teams: fc.array(maybeRole, { minLength: TEAM_COUNT, maxLength: TEAM_COUNT }),
  }),
});
const situation: fc.Arbitrary<Situation> = fc.record({
  member: fc.option(
    fc.record({
      role: fc.option(role, { nil: null, freq: 4 }),
      disabled: fc.nat(9).map((number) => number === 0),
    }),
    { nil: null, freq: 10 },
  ),
  inTeam: fc.array(fc.boolean(), { minLength: TEAM_COUNT, maxLength: TEAM_COUNT }),
  chain: fc.array(node, { minLength: 1, maxLength: 4 }),
});

/** A decision, with places and teams by their number; a place of 0 is the last of the chain. */
interface Expected {
  rule: Decision['rule'];
  level: Level | null;
  placesUp: number;
  team: number | null;
}

/** The rule as its text says it, step by step. */
function expectedDecision({ member, inTeam, chain }: Situation): Expected | null {
  if (member === null || member.disabled) return null;
  const plain = { placesUp: 0, team: null };
  if (member.role === 'admin') return { ...plain, rule: 'organization-admin', level: 6 };
  const nearestFirst = chain.toReversed();
  for (const [placesUp, { grants }] of nearestFirst.entries()) {
    const ofTeams = grants.teams.map((granted, team) => (inTeam[team] ? granted : undefined));
    const granted = [grants.user, ...ofTeams].map((given) => (given ? levelOf(given) : 0));
    const level = Math.max(...granted);
    const first = granted.indexOf(level as Level);
    const team = first === 0 ? null : first - 1;
    if (level > 0) return { rule: 'grant', level: level as Level, placesUp, team };
  }
  if (member.role === null) return { ...plain, rule: 'guest', level: null };
  const placesUp = nearestFirst.findIndex(({ defaultLevel }) => defaultLevel !== 'inherit');
  if (placesUp < 0) return { ...plain, rule: 'organization-role', level: levelOf(member.role) };
  const standing = nearestFirst[placesUp]?.defaultLevel as Role | null;
  const level = standing === null ? null : levelOf(standing);
  return { rule: 'default-level', level, placesUp, team: null };
}

const expectedLevel = (given: Situation) => expectedDecision(given)?.level ?? null;

let db: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  db = openDatabase(database.url, { poolSize: 4 });
  drop = database.drop;
});

afterAll(async () => {
  await db.close();
  await drop();
});

interface Rows {
  organization: Prisma.OrganizationCreateManyInput[];
  user: Prisma.UserCreateManyInput[];
  member: Prisma.MemberCreateManyInput[];
  team: Prisma.TeamCreateManyInput[];
  teamMember: Prisma.TeamMemberCreateManyInput[];
  collection: Prisma.CollectionCreateManyInput[];
  space: Prisma.SpaceCreateManyInput[];
  grant: Prisma.GrantCreateManyInput[];
}

/** Writes situations as rows; answers the ids of each user, collection and space. */
async function store(situations: readonly Situation[]) {
  const rows: Rows = {
    ...{ organization: [], user: [], member: [], team: [] },
    ...{ teamMember: [], collection: [], space: [], grant: [] },
  };
  const stored = situations.map((given) => addRows(rows, given));
  const { prisma } = db;
  await prisma.organization.createMany({ data: rows.organization });
  await prisma.user.createMany({ data: rows.user });
  await prisma.member.createMany({ data: rows.member });
  await prisma.team.createMany({ data: rows.team });
  await prisma.teamMember.createMany({ data: rows.teamMember });
  await prisma.collection.createMany({ data: rows.collection });
  await prisma.space.createMany({ data: rows.space });
  await prisma.grant.createMany({ data: rows.grant });
  return stored;
}

function addRows(rows: Rows, { member, inTeam, chain }: Situation) {
  const [organizationId, userId] = [newId('Organization'), newId('User')];
  rows.organization.push({ id: organizationId, title: 'Any' });
  rows.user.push({ id: userId, displayName: 'Any', email: `${userId}@example.com` });
  if (member) rows.member.push({ organizationId, userId, ...member });
  const teamIds = inTeam.map((belongs) => {
    const id = newId('Team');
    rows.team.push({ id, organizationId, title: 'Any' });
    if (belongs) rows.teamMember.push({ teamId: id, userId });
    return id;
  });
  const spaceId = newId('Space');
  const collectionIds: string[] = [];
  for (const [index, { defaultLevel, grants }] of chain.entries()) {
    const isSpace = index === chain.length - 1;
    const id = isSpace ? spaceId : newId('Collection');
    const parentId = collectionIds.at(-1) ?? null;
    const row = { id, organizationId, parentId, title: 'Any', position: 'a0', defaultLevel };
    if (isSpace) rows.space.push({ ...row, revisionId: newId('Revision') });
    else rows.collection.push(row);
    const target = isSpace ? { spaceId } : { collectionId: id };
    const subjects: [role: Role | undefined, subject: { userId?: string; teamId?: string }][] = [
      [grants.user, { userId }],
      ...teamIds.map((teamId, team) => [grants.teams[team], { teamId }] as (typeof subjects)[0]),
    ];
    for (const [granted, subject] of subjects) {
      if (granted) rows.grant.push({ id: newId('Grant'), ...target, ...subject, role: granted });
    }
    if (!isSpace) collectionIds.push(id);
  }
  return { organizationId, userId, teamIds, collectionIds, spaceId };
}

interface Question {
  id: string;
  userId: string;
}

/** The level of each user on a space, in one statement. */
function spaceLevels(questions: readonly Question[]) {
  return askLevels(sql`spaces`, spaceLevelSql(sql`t`, sql`p.user_id`), questions);
}

/** The level of each user on a collection, in one statement. */
function collectionLevels(questions: readonly Question[]) {
  return askLevels(sql`collections`, collectionLevelSql(sql`t`, sql`p.user_id`), questions);
}

/** What decides each user's level on a space, in one statement. */
function spaceDecisions(questions: readonly Question[]) {
  return askLevels(sql`spaces`, spaceDecisionSql(sql`t`, sql`p.user_id`), questions);
}

/** What decides each user's level on a collection, in one statement. */
function collectionDecisions(questions: readonly Question[]) {
  return askLevels(sql`collections`, collectionDecisionSql(sql`t`, sql`p.user_id`), questions);
}

/** Whether each user has a level on a space. */
function spacesReached(questions: readonly Question[]) {
  return askLevels(sql`spaces`, reachesSpaceSql(sql`t`, sql`p.user_id`), questions);
}

/** Whether each user has a level on a collection. */
function collectionsReached(questions: readonly Question[]) {
  return askLevels(sql`collections`, reachesCollectionSql(sql`t`, sql`p.user_id`), questions);
}

/** The level of each user on a space, as that of a member. */
function spaceLevelsOfMembers(questions: readonly Question[]) {
  return askLevels(sql`spaces`, ofMember('space'), questions);
}

/** The level of each user on a collection, as that of a member. */
function collectionLevelsOfMembers(questions: readonly Question[]) {
  return askLevels(sql`collections`, ofMember('collection'), questions);
}

const ofMember = (kind: PlaceKind) => sql`(
  SELECT ${levelOfMemberSql(kind, sql`p.id`, sql`m`)} FROM members m
  WHERE m.organization_id = t.organization_id AND m.user_id = p.user_id)`;

/** How many spaces each user has a level on, as they see it themselves. */
async function spaceCounts(members: readonly { organizationId: string; userId: string }[]) {
  const counts = [];
  for (const { organizationId, userId } of members) {
    const [[count] = []] = await db.query(
      countSpacesOfMembersSql(
        sql`${[organizationId]}::text[]`,
        sql`${[userId]}::text[]`,
        sql`${userId}`,
      ),
    );
    counts.push(count);
  }
  return counts;
}

async function askLevels(table: Sql, level: Sql, questions: readonly Question[]) {
  const ids = questions.map(({ id }) => id);
  const userIds = questions.map(({ userId }) => userId);
  const rows = await db.query(sql`
    SELECT ${level} FROM unnest(${ids}::text[], ${userIds}::text[])
      WITH ORDINALITY p(id, user_id, number)
    JOIN ${table} t ON t.id = p.id ORDER BY p.number`);
  return rows.map(([value]) => value);
}

describe('the level of a user', () => {
  it('in SQL is the level of the rule, on spaces and on collections', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(situation, { minLength: 20, maxLength: 20 }),
        async (situations) => {
          const stored = await store(situations);
          const ofSpaces = stored.map(({ spaceId, userId }) => ({ id: spaceId, userId }));
          expect(await spaceLevels(ofSpaces)).toEqual(situations.map(expectedLevel));
          const ofCollections = stored.flatMap(({ collectionIds, userId }) =>
            collectionIds.map((id) => ({ id, userId })),
          );
          const expected = situations.flatMap((given) =>
            given.chain
              .slice(0, -1)
              .map((_node, depth) =>
                expectedLevel({ ...given, chain: given.chain.slice(0, depth + 1) }),
              ),
          );
          expect(await collectionLevels(ofCollections)).toEqual(expected);
        },
      ),
      // A case that fails is small already: one of its twenty is wrong.
      { numRuns: 20, endOnFailure: true },
    );
  });

  it('is the same in the forms for many places of a user, and for many members of a place', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(situation, { minLength: 20, maxLength: 20 }),
        async (situations) => {
          const stored = await store(situations);
          const ofSpaces = stored.map(({ spaceId: id, userId }) => ({ id, userId }));
          const ofCollections = stored.flatMap(({ collectionIds, userId }) =>
            collectionIds.map((id) => ({ id, userId })),
          );
          const levels = await spaceLevels(ofSpaces);
          const reached = levels.map((level) => level !== null);
          expect(await spacesReached(ofSpaces)).toEqual(reached);
          expect(await spaceLevelsOfMembers(ofSpaces)).toEqual(levels);
          expect(await spaceCounts(stored)).toEqual(reached.map((is) => (is ? 1 : 0)));
          const onCollections = await collectionLevels(ofCollections);
          expect(await collectionsReached(ofCollections)).toEqual(
            onCollections.map((level) => level !== null),
          );
          expect(await collectionLevelsOfMembers(ofCollections)).toEqual(onCollections);
        },
      ),
      { numRuns: 20, endOnFailure: true },
    );
  });

  it('comes with what decides it, on spaces and on collections', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(situation, { minLength: 20, maxLength: 20 }),
        async (situations) => {
          const stored = await store(situations);
          const decided = (given: Situation, index: number, depth: number): Decision | null => {
            const { collectionIds = [], teamIds = [] } = stored[index] ?? {};
            const expected = expectedDecision({ ...given, chain: given.chain.slice(0, depth + 1) });
            if (!expected) return null;
            const { rule, level, placesUp, team } = expected;
            const collectionId = placesUp > 0 ? (collectionIds[depth - placesUp] ?? null) : null;
            return {
              rule,
              level,
              collectionId,
              teamId: team === null ? null : (teamIds[team] ?? null),
            };
          };
          const ofSpaces = stored.map(({ spaceId, userId }) => ({ id: spaceId, userId }));
          expect(await spaceDecisions(ofSpaces)).toEqual(
            situations.map((given, index) => decided(given, index, given.chain.length - 1)),
          );
          const ofCollections = stored.flatMap(({ collectionIds, userId }) =>
            collectionIds.map((id) => ({ id, userId })),
          );
          expect(await collectionDecisions(ofCollections)).toEqual(
            situations.flatMap((given, index) =>
              given.chain.slice(0, -1).map((_node, depth) => decided(given, index, depth)),
            ),
          );
        },
      ),
      { numRuns: 20, endOnFailure: true },
    );
  });

  const plain = (over: Partial<Node> = {}): Node => ({
    defaultLevel: 'inherit',
    grants: { teams: [undefined, undefined] },
    ...over,
  });
  const editor = { role: 'edit', disabled: false } as const;
  const none = [false, false];
  const cases: [rule: string, given: Situation, level: Role | null][] = [
    ['is their role by default', { member: editor, inTeam: none, chain: [plain()] }, 'edit'],
    [
      'is the nearest default that does not inherit',
      {
        member: editor,
        inTeam: none,
        chain: [plain({ defaultLevel: 'admin' }), plain({ defaultLevel: 'read' }), plain()],
      },
      'read',
    ],
    [
      'is none where no access is the default',
      { member: editor, inTeam: none, chain: [plain({ defaultLevel: null }), plain()] },
      null,
    ],
    [
      'is a grant, even a weaker one than their role',
      {
        member: editor,
        inTeam: none,
        chain: [plain({ grants: { user: 'read', teams: [undefined, undefined] } })],
      },
      'read',
    ],
    [
      'is the strongest of the grants on one place',
      {
        member: editor,
        inTeam: [true, false],
        chain: [plain({ grants: { user: 'read', teams: ['review', 'admin'] } })],
      },
      'review',
    ],
    [
      'is the nearest grant, even a weaker one than that above',
      {
        member: editor,
        inTeam: none,
        chain: [
          plain({ grants: { user: 'admin', teams: [undefined, undefined] } }),
          plain({ grants: { user: 'comment', teams: [undefined, undefined] } }),
        ],
      },
      'comment',
    ],
    [
      'is what was shared, for a guest',
      {
        member: { role: null, disabled: false },
        inTeam: none,
        chain: [plain({ defaultLevel: 'edit' }), plain()],
      },
      null,
    ],
    [
      'is always admin for an admin of the organization',
      {
        member: { role: 'admin', disabled: false },
        inTeam: none,
        chain: [plain({ defaultLevel: null, grants: { user: 'read', teams: [] } })],
      },
      'admin',
    ],
    [
      'is none for a disabled admin with a grant',
      {
        member: { role: 'admin', disabled: true },
        inTeam: none,
        chain: [plain({ grants: { user: 'admin', teams: [] } })],
      },
      null,
    ],
    [
      'is none for a stranger with a grant',
      {
        member: null,
        inTeam: [true, true],
        chain: [plain({ grants: { user: 'edit', teams: ['edit'] } })],
      },
      null,
    ],
  ];

  it.each(cases)('%s', async (_rule, given, wanted) => {
    const [stored] = await store([given]);
    const question = { id: stored?.spaceId ?? '', userId: stored?.userId ?? '' };
    expect(await spaceLevels([question])).toEqual([wanted === null ? null : levelOf(wanted)]);
  });
});
