import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Decision } from '../../src/auth/decision.ts';
import { levelMapsSql } from '../../src/auth/level-sets-sql.ts';
import { decisionSql, levelSql } from '../../src/auth/level-sql.ts';
import { levelOfMemberSql } from '../../src/auth/member-levels-sql.ts';
import { countSpacesOfMembersSql } from '../../src/auth/count-spaces-of-members-sql.ts';
import { places, type PlaceKind } from '../../src/auth/place.ts';
import { canAccessSql } from '../../src/auth/can-access-sql.ts';
import { levelOf, type Role } from '../../src/auth/roles.ts';
import { viewerSetsSql } from '../../src/auth/viewer-sets-sql.ts';
import { viewerSlot } from '../../src/database/slot.ts';
import {
  joinSql,
  openDatabase,
  sql,
  type Database,
  type Sql,
} from '../../src/database/database.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { expectedDecision, situation, store, type Node, type Situation } from './situations.ts';
import { lawCount } from '../support/law-count.ts';

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

interface Question {
  id: string;
  userId: string;
}

/** The level of each user on a place, in one statement. */
function levels(kind: PlaceKind, questions: readonly Question[]) {
  return ask(kind, levelSql(kind, sql`t`, sql`p.user_id`), questions);
}

/** The same of each user as the viewer of a statement, whose sets it begins with. */
function levelsOfViewers(kind: PlaceKind, questions: readonly Question[]) {
  const level = levelSql(kind, sql`t`, sql`${viewerSlot}`);
  const sets = joinSql([...viewerSetsSql(sql`p.user_id`), ...levelMapsSql]);
  return ask(kind, sql`(WITH RECURSIVE ${sets} SELECT ${level})`, questions);
}

/** What decides each user's level on a place, in one statement. */
function decisions(kind: PlaceKind, questions: readonly Question[]) {
  return ask(kind, decisionSql(kind, sql`t`, sql`p.user_id`), questions);
}

/** Whether each user has a level on a place. */
function reached(kind: PlaceKind, questions: readonly Question[]) {
  return ask(kind, canAccessSql(kind, sql`t`, sql`p.user_id`), questions);
}

/** The level of each user on a place, as that of a member. */
function levelsOfMembers(kind: PlaceKind, questions: readonly Question[]) {
  const ofMember = sql`(
    SELECT ${levelOfMemberSql(kind, sql`p.id`, sql`m`)} FROM members m
    WHERE m.organization_id = t.organization_id AND m.user_id = p.user_id)`;
  return ask(kind, ofMember, questions);
}

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

async function ask(kind: PlaceKind, answer: Sql, questions: readonly Question[]) {
  const ids = questions.map(({ id }) => id);
  const userIds = questions.map(({ userId }) => userId);
  const rows = await db.query(sql`
    SELECT ${answer} FROM unnest(${ids}::text[], ${userIds}::text[])
      WITH ORDINALITY p(id, user_id, number)
    JOIN ${places[kind].table} t ON t.id = p.id ORDER BY p.number`);
  return rows.map(([value]) => value);
}

describe('the level of a user', () => {
  it('in SQL is the level of the rule, on spaces and on collections', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(situation, { minLength: 20, maxLength: 20 }),
        async (situations) => {
          const stored = await store(db, situations);
          const ofSpaces = stored.map(({ spaceId, userId }) => ({ id: spaceId, userId }));
          expect(await levels('space', ofSpaces)).toEqual(situations.map(expectedLevel));
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
          expect(await levels('collection', ofCollections)).toEqual(expected);
        },
      ),
      // A case that fails is small already: one of its twenty is wrong.
      { numRuns: lawCount(20), endOnFailure: true },
    );
  });

  it('is the same in the forms for many places of a user, and for many members of a place', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(situation, { minLength: 20, maxLength: 20 }),
        async (situations) => {
          const stored = await store(db, situations);
          const ofSpaces = stored.map(({ spaceId: id, userId }) => ({ id, userId }));
          const ofCollections = stored.flatMap(({ collectionIds, userId }) =>
            collectionIds.map((id) => ({ id, userId })),
          );
          const asked = { space: ofSpaces, collection: ofCollections };
          for (const kind of ['space', 'collection'] as const) {
            const expected = await levels(kind, asked[kind]);
            const isReached = expected.map((level) => level !== null);
            expect(await reached(kind, asked[kind])).toEqual(isReached);
            expect(await levelsOfMembers(kind, asked[kind])).toEqual(expected);
            expect(await levelsOfViewers(kind, asked[kind])).toEqual(expected);
          }
          const counts = (await levels('space', ofSpaces)).map((level) => (level === null ? 0 : 1));
          expect(await spaceCounts(stored)).toEqual(counts);
        },
      ),
      { numRuns: lawCount(20), endOnFailure: true },
    );
  });

  it('comes with what decides it, on spaces and on collections', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(situation, { minLength: 20, maxLength: 20 }),
        async (situations) => {
          const stored = await store(db, situations);
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
          expect(await decisions('space', ofSpaces)).toEqual(
            situations.map((given, index) => decided(given, index, given.chain.length - 1)),
          );
          const ofCollections = stored.flatMap(({ collectionIds, userId }) =>
            collectionIds.map((id) => ({ id, userId })),
          );
          expect(await decisions('collection', ofCollections)).toEqual(
            situations.flatMap((given, index) =>
              given.chain.slice(0, -1).map((_node, depth) => decided(given, index, depth)),
            ),
          );
        },
      ),
      { numRuns: lawCount(20), endOnFailure: true },
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
    const [stored] = await store(db, [given]);
    const question = { id: stored?.spaceId ?? '', userId: stored?.userId ?? '' };
    expect(await levels('space', [question])).toEqual([wanted === null ? null : levelOf(wanted)]);
  });
});
