import { beforeAll, describe, expect, it } from 'vitest';
import { useOrganization, useWorld } from '../support/use-world.ts';
import { createScene, type Scene } from '../support/scene.ts';

const world = useWorld();
const organization = useOrganization(world);
let scene: Scene;

beforeAll(async () => {
  scene = await createScene(world, organization.id, organization.admin.userId);
});

/** How many statements an operation takes, the one that looks up the token included. */
async function statementsOf(query: string, variables: Record<string, unknown> = {}) {
  // The first run makes the plan, and the token has a statement of its own.
  await organization.admin.query(query, variables);
  return (await world.statements(() => organization.admin.query(query, variables))).length;
}

describe('the statements of a planned operation', () => {
  it.each([
    ['a row', 'query ($space: ID!) { space(id: $space) { id title createdAt organizationId } }'],
    ['a node', 'query ($space: ID!) { node(id: $space) { id ... on Space { title } } }'],
    [
      'lists in lists, with counts, cursors and both ends of a page',
      `query ($space: ID!) { space(id: $space) { changeRequests(first: 2, status: null) { totalCount
        edges { cursor node { number status createdBy { displayName }
          comments(last: 1) { totalCount pageInfo { hasPreviousPage startCursor }
            nodes { body { markdown } postedBy { id } } } } } pageInfo { hasNextPage } } } }`,
    ],
    [
      'a list of the root',
      '{ organizations(first: 1) { totalCount nodes { sites { totalCount } } } }',
    ],
    [
      'several roots and branches',
      `query ($space: ID!) { a: space(id: $space) { ...S } b: space(id: $space) { ...S }
        organizations { nodes { title } } } fragment S on Space { title @skip(if: true) id }`,
    ],
  ])('are one for %s', async (_what, query) => {
    const variables = query.includes('$space') ? { space: scene.spaceId } : {};
    expect(await statementsOf(query, variables)).toBe(1);
  });

  it('are one more for a level of fields with resolvers of their own', async () => {
    const query = `query ($space: ID!) { space(id: $space) { changeRequests(status: null) {
      nodes { reviewDecision } } } }`;
    expect(await statementsOf(query, { space: scene.spaceId })).toBe(2);
  });

  it('are one more for what is in a deleted space, to those who can restore it', async () => {
    const { id } = await world.space(organization.id);
    const { id: changeRequestId } = await world.changeRequest(id);
    await world.db.prisma.space.update({ where: { id }, data: { deletedAt: new Date() } });
    const query = `query ($space: ID!, $changeRequest: ID!) { space(id: $space) { id
      changeRequests(status: null) { nodes { id } } } node(id: $changeRequest) { id } }`;
    const variables = { space: id, changeRequest: changeRequestId };
    expect(await organization.admin.query(query, variables)).toEqual({
      space: { id, changeRequests: { nodes: [{ id: changeRequestId }] } },
      node: { id: changeRequestId },
    });
    expect(await statementsOf(query, variables)).toBe(2);
  });

  it('set up nothing that they do not read', async () => {
    const query = 'query ($space: ID!) { space(id: $space) { title } }';
    const variables = { space: scene.spaceId };
    await organization.admin.query(query, variables);
    const [statement] = await world.statements(() => organization.admin.query(query, variables));
    expect(statement).toContain('viewer_grants');
    expect(statement).not.toMatch(/viewer_(granted_levels|default_levels|level_maps)/);
  });

  it('are none but that of the token for one that was revoked', async () => {
    const query = '{ organizations { nodes { id title } } }';
    const member = await world.member(organization.id, 'read');
    expect(await member.query(query)).toBeTruthy();
    await world.db.prisma.apiToken.updateMany({
      where: { userId: member.userId },
      data: { revokedAt: new Date() },
    });
    const { status, errors } = await member.graphql(query);
    expect({ status, code: errors?.[0]?.extensions?.code }).toEqual({
      status: 401,
      code: 'UNAUTHENTICATED',
    });
    expect(errors?.[0]?.message).toBe('The API token is unknown, expired or revoked.');
  });

  it('begin with nothing for an operation without a token', async () => {
    const anonymous = world.anonymous();
    const read = () => anonymous.graphql('{ organizations { nodes { id } } }');
    expect((await world.statements(read)).length).toBe(0);
  });
});
