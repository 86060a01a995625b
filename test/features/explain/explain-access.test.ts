import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import type { Cast, Kind } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { createScene, type Scene } from '../../support/scene.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
let organizationId: string;
let admin: Client;
let cast: Cast;
let scenes: Scene[];

beforeAll(async () => {
  ({ id: organizationId, admin } = await world.organization());
  cast = await world.cast(organizationId);
  scenes = [
    await createScene(world, organizationId, cast.comment.userId),
    await hiddenScene(),
    await mixedScene(),
  ];
});

/** A scene that only those see to whom it was given, in several ways. */
async function hiddenScene(): Promise<Scene> {
  const scene = await createScene(world, organizationId, cast.guest.userId, {
    defaultLevel: null,
  });
  await world.grant(scene.spaceId, cast.guest.userId, 'review');
  await world.grant(scene.spaceId, cast.disabled.userId, 'admin');
  await world.grant(scene.spaceId, cast.stranger.userId, 'admin');
  await world.grantOnCollection(scene.collectionId, cast.edit.userId, 'create');
  const teamId = newId('Team');
  scene.teamId = teamId;
  await world.db.prisma.team.create({
    data: {
      id: teamId,
      organizationId,
      title: 'Reviewers',
      members: {
        create: [{ userId: cast.read.userId, role: 'owner' }, { userId: cast.guest.userId }],
      },
      grants: { create: { id: newId('Grant'), spaceId: scene.spaceId, role: 'review' } },
    },
  });
  return scene;
}

/** A scene whose space is locked, inherits from a collection and is published. */
async function mixedScene(): Promise<Scene> {
  const scene = await createScene(world, organizationId, cast.stranger.userId);
  const { prisma } = world.db;
  await prisma.collection.update({
    where: { id: scene.collectionId },
    data: { defaultLevel: 'comment' },
  });
  await prisma.space.update({
    where: { id: scene.spaceId },
    data: { editMode: 'locked', parentId: scene.collectionId },
  });
  await prisma.site.update({ where: { id: scene.siteId }, data: { visibility: 'public' } });
  return scene;
}

interface Flag {
  flag: string;
  allowed: boolean;
  reason: string;
  needs: string | null;
  scope: string;
  explanation: string;
  restriction: string | null;
}

interface Explanation {
  level: string | null;
  user: { id: string } | null;
  collection: { id: string } | null;
  flags: Flag[];
}

const fragment = /* GraphQL */ `
  fragment All on AccessExplanation {
    level
    user {
      id
    }
    collection {
      id
    }
    flags {
      flag
      allowed
      reason
      needs
      scope
      explanation
      restriction
    }
  }
`;

const types = [
  'Organization',
  'Site',
  'Space',
  'Collection',
  'Comment',
  'CommentReply',
  'Team',
] as const;

/** What `explainAccess` answers for a node. */
async function explain(client: Client, id: string, userId?: string): Promise<Explanation> {
  const fields = types.map(
    (type) => `... on ${type} { explainAccess(userId: $userId) { ...All } }`,
  );
  const query = `query ($id: ID!, $userId: ID) { node(id: $id) { ${fields.join(' ')} } } ${fragment}`;
  const { node } = await client.query(query, { id, userId });
  return node.explainAccess;
}

const flagNames = {
  Organization:
    'view admin ownTeam createContent createOpenAPISpec ingestConversations viewBilling listMembers listTeams listIntegrations listInstallations',
  Site: 'view edit',
  Space: 'view access comment edit review merge triggerGitSync viewInviteLinks admin',
  Collection: 'view create viewInviteLinks admin',
  Comment: 'view edit reply delete',
  CommentReply: 'view edit reply delete',
  Team: 'view admin',
};

/** The flags of a node as a user sees them; all false where it does not exist for them. */
async function flagsSeen(client: Client, type: keyof typeof flagNames, id: string) {
  const names = flagNames[type];
  const { node } = await client.query(
    `query ($id: ID!) { node(id: $id) { ... on ${type} { permissions { ${names} } } } }`,
    { id },
  );
  return (
    node?.permissions ?? Object.fromEntries(names.split(' ').map((name) => [name, false] as const))
  );
}

const nodesOf = (scene: Scene): [keyof typeof flagNames, string][] => [
  ['Organization', scene.organizationId],
  ['Site', scene.siteId],
  ['Team', scene.teamId],
  ['Space', scene.spaceId],
  ['Collection', scene.collectionId],
  ['Comment', scene.threads.space.commentId],
  ['Comment', scene.threads.changeRequest.commentId],
  ['CommentReply', scene.threads.space.commentReplyId],
  ['CommentReply', scene.threads.changeRequest.commentReplyId],
];

const byFlag = ({ flags }: Explanation) =>
  Object.fromEntries(flags.map(({ flag, allowed }) => [flag, allowed]));

const flagOf = ({ flags }: Explanation, name: string) => flags.find(({ flag }) => flag === name);

describe('an explanation', () => {
  it('says of everybody and every flag what the flag says', async () => {
    for (const scene of scenes) {
      for (const [type, id] of nodesOf(scene)) {
        for (const [kind, client] of Object.entries(cast) as [Kind, Client][]) {
          const seen = await flagsSeen(client, type, id);
          const explained = await explain(admin, id, client.userId);
          expect({ type, kind, ...byFlag(explained) }).toEqual({ type, kind, ...seen });
        }
      }
    }
  });

  it('names a role that is enough: with it, the flag is true', async () => {
    for (const scene of scenes) {
      const { spaceId, collectionId } = scene;
      for (const [type, id] of nodesOf(scene)) {
        const before = await explain(admin, id, cast.create.userId);
        for (const { flag, allowed, needs, scope } of before.flags) {
          if (allowed || needs === null || scope === 'ORGANIZATION') continue;
          const helper = await world.member(organizationId, null);
          const role = needs.toLowerCase() as 'read';
          await (type === 'Collection'
            ? world.grantOnCollection(collectionId, helper.userId, role)
            : world.grant(spaceId, helper.userId, role));
          const after = await explain(admin, id, helper.userId);
          expect({ type, flag, after: byFlag(after)[flag] }).toEqual({ type, flag, after: true });
        }
      }
    }
  });

  it('says what decides a level', async () => {
    const [plain, hidden, mixed] = scenes as [Scene, Scene, Scene];
    const reasonOf = async (id: string, client: Client, flag = 'comment') => {
      const { reason, allowed } = flagOf(await explain(admin, id, client.userId), flag) ?? {};
      return [reason, allowed];
    };
    expect(await reasonOf(plain.spaceId, cast.comment)).toEqual(['ORGANIZATION_ROLE', true]);
    expect(await reasonOf(plain.spaceId, cast.read)).toEqual(['ORGANIZATION_ROLE', false]);
    expect(await reasonOf(plain.spaceId, cast.guest)).toEqual(['GUEST', false]);
    expect(await reasonOf(plain.spaceId, cast.disabled)).toEqual(['DISABLED', false]);
    expect(await reasonOf(plain.spaceId, cast.stranger)).toEqual(['NOT_A_MEMBER', false]);
    expect(await reasonOf(hidden.spaceId, cast.guest)).toEqual(['GRANT', true]);
    expect(await reasonOf(hidden.spaceId, cast.read)).toEqual(['TEAM_GRANT', true]);
    expect(await reasonOf(hidden.spaceId, cast.create)).toEqual(['DEFAULT_LEVEL', false]);
    expect(await reasonOf(hidden.collectionId, cast.edit, 'create')).toEqual(['GRANT', true]);
    expect(await reasonOf(mixed.spaceId, cast.edit)).toEqual(['COLLECTION_DEFAULT', true]);
    await world.db.prisma.site.update({
      where: { id: mixed.siteId },
      data: { visibility: 'public' },
    });
    expect(await reasonOf(mixed.spaceId, cast.stranger, 'view')).toEqual(['PUBLISHED', true]);
    expect(await reasonOf(hidden.siteId, cast.guest, 'view')).toEqual(['SHARED_SPACE', true]);
    expect(await reasonOf(organizationId, cast.guest, 'view')).toEqual(['MEMBERSHIP', true]);
    expect(await reasonOf(organizationId, cast.read, 'ownTeam')).toEqual(['TEAM_OWNERSHIP', true]);
    expect(await reasonOf(hidden.teamId, cast.read, 'admin')).toEqual(['TEAM_OWNERSHIP', true]);
    expect(await reasonOf(hidden.teamId, cast.guest, 'view')).toEqual(['TEAM_MEMBERSHIP', true]);
    const { commentId } = plain.threads.space;
    expect(await reasonOf(commentId, cast.comment, 'delete')).toEqual(['AUTHOR', true]);
    expect(await reasonOf(commentId, cast.admin, 'edit')).toEqual(['AUTHOR', false]);
  });

  it('tells in words why, and what would be enough', async () => {
    const [plain, , mixed] = scenes as [Scene, Scene, Scene];
    const refused = flagOf(await explain(admin, plain.spaceId, cast.read.userId), 'edit');
    expect(refused).toEqual({
      flag: 'edit',
      allowed: false,
      reason: 'ORGANIZATION_ROLE',
      needs: 'EDIT',
      scope: 'RESOURCE',
      explanation:
        'Their role in the organization is "read". This needs "edit" here, or a higher role.',
      restriction: null,
    });
    const inherited = await explain(admin, mixed.spaceId, cast.create.userId);
    expect(inherited).toMatchObject({
      level: 'COMMENT',
      user: { id: cast.create.userId },
      collection: { id: mixed.collectionId },
    });
  });

  it('says that a lock stands in the way of direct edits, even for an admin', async () => {
    const [plain, , mixed] = scenes as [Scene, Scene, Scene];
    const [locked, free] = [
      await explain(admin, mixed.spaceId, cast.admin.userId),
      await explain(admin, plain.spaceId, cast.admin.userId),
    ];
    expect(flagOf(locked, 'edit')).toMatchObject({ allowed: true, restriction: 'LOCKED' });
    expect(flagOf(locked, 'merge')).toMatchObject({ allowed: true, restriction: null });
    expect(flagOf(free, 'edit')).toMatchObject({ allowed: true, restriction: null });
  });

  it('says that a deleted space is there for its administrators only', async () => {
    const { id } = await world.space(organizationId, { deletedAt: new Date() });
    const [forEditor, forAdmin] = [
      await explain(admin, id, cast.edit.userId),
      await explain(admin, id, cast.admin.userId),
    ];
    expect(flagOf(forEditor, 'view')).toMatchObject({
      allowed: false,
      reason: 'DELETED',
      needs: 'ADMIN',
    });
    expect(forEditor.level).toBeNull();
    expect(flagOf(forAdmin, 'view')).toMatchObject({ allowed: true, restriction: null });
    expect(flagOf(forAdmin, 'admin')).toMatchObject({ allowed: true, restriction: 'DELETED' });
  });

  it('is of the viewer when nobody is named, and of others for admins only', async () => {
    const [plain] = scenes as [Scene, Scene, Scene];
    for (const [type, id] of nodesOf(plain)) {
      const own = await explain(cast.create, id);
      expect(own.user).toEqual({ id: cast.create.userId });
      expect(own).toEqual(await explain(cast.create, id, cast.create.userId));
      const query = `query ($id: ID!, $userId: ID) {
        node(id: $id) { ... on ${type} { explainAccess(userId: $userId) { level } } } }`;
      const variables = { id, userId: cast.read.userId };
      expect(await cast.create.errorCode(query, variables)).toBe('FORBIDDEN');
    }
  });

  it('tells no stranger from a user who does not exist', async () => {
    const other = await world.organization();
    const [plain] = scenes as [Scene, Scene, Scene];
    for (const [, id] of nodesOf(plain)) {
      const stranger = await explain(admin, id, other.admin.userId);
      expect(stranger.user).toBeNull();
      expect(await explain(admin, id, 'usr_missing')).toEqual(stranger);
    }
  });

  it('takes as many statements for a list of spaces as for one', async () => {
    const query = (first: number) => /* GraphQL */ `
      query ($id: ID!, $userId: ID) {
        organization(id: $id) {
          spaces(first: ${first}) { nodes { explainAccess(userId: $userId) { level flags { allowed reason } } } }
        }
      }`;
    const statements = async (first: number) =>
      (
        await world.statements(() =>
          admin.query(query(first), { id: organizationId, userId: cast.edit.userId }),
        )
      ).length;
    expect(await statements(8)).toBe(await statements(1));
  });
});
