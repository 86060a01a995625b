import fc from 'fast-check';
import type { Decision } from '../../src/auth/decision.ts';
import { levelOf, roles, type Level, type Role } from '../../src/auth/roles.ts';
import type { Database } from '../../src/database/database.ts';
import type { Prisma } from '../../src/database/generated/prisma/client.ts';
import { newId } from '../../src/lib/id.ts';

type DefaultLevel = Role | 'inherit' | null;

interface Grants {
  user?: Role | undefined;
  teams: (Role | undefined)[];
}

/** A collection (or, last, the space) in a chain from the top of an organization. */
export interface Node {
  defaultLevel: DefaultLevel;
  grants: Grants;
}

/** One member, and one space in nested collections of the organization. */
export interface Situation {
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
export const situation: fc.Arbitrary<Situation> = fc.record({
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
export interface Expected {
  rule: Decision['rule'];
  level: Level | null;
  placesUp: number;
  team: number | null;
}

/** The rule as its text says it, step by step. */
export function expectedDecision({ member, inTeam, chain }: Situation): Expected | null {
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
export async function store({ prisma }: Database, situations: readonly Situation[]) {
  const rows: Rows = {
    ...{ organization: [], user: [], member: [], team: [] },
    ...{ teamMember: [], collection: [], space: [], grant: [] },
  };
  const stored = situations.map((given) => addRows(rows, given));
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
