import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
let user: Client;

beforeAll(async () => {
  user = await world.user();
});

const createApiToken = /* GraphQL */ `
  mutation ($input: CreateApiTokenInput!) {
    createApiToken(input: $input) {
      secret
      apiToken {
        id
        label
        expiresAt
        lastUsedAt
      }
    }
  }
`;

const revokeApiToken = /* GraphQL */ `
  mutation ($id: ID!) {
    revokeApiToken(input: { id: $id }) {
      revokedApiTokenId
    }
  }
`;

const tokensOf = /* GraphQL */ `
  query ($id: ID!) {
    user(id: $id) {
      apiTokens {
        totalCount
        nodes {
          id
          label
        }
      }
    }
  }
`;

const who = '{ viewer { id } }';

describe('API tokens', () => {
  it('are made for the viewer, and their secret works at once', async () => {
    const { createApiToken: created } = await user.query(createApiToken, {
      input: { label: ' Import script ' },
    });
    expect(created.apiToken).toMatchObject({ label: 'Import script', expiresAt: null });
    const program = world.withToken(created.secret);
    expect(await program.query(who)).toEqual({ viewer: { id: user.userId } });
  });

  it('keep no secret in the database', async () => {
    const { createApiToken: created } = await user.query(createApiToken, {
      input: { label: 'Secret' },
    });
    const row = await world.db.prisma.apiToken.findUniqueOrThrow({
      where: { id: created.apiToken.id },
    });
    expect(JSON.stringify(row)).not.toContain(created.secret);
  });

  it('work until they expire, which must be in the future', async () => {
    const past = { label: 'Late', expiresAt: '2020-01-01T00:00:00Z' };
    expect(await user.errorCode(createApiToken, { input: past })).toBe('BAD_USER_INPUT');
    const expiresAt = '2999-01-01T00:00:00.000Z';
    const { createApiToken: created } = await user.query(createApiToken, {
      input: { label: 'Early', expiresAt },
    });
    expect(created.apiToken.expiresAt).toBe(expiresAt);
    await world.db.prisma.apiToken.update({
      where: { id: created.apiToken.id },
      data: { expiresAt: new Date('2020-01-01') },
    });
    const { status } = await world.withToken(created.secret).get('/v1/user');
    expect(status).toBe(401);
  });

  it('need a label of 1 to 100 characters', async () => {
    for (const label of ['', '  ', 'x'.repeat(101)]) {
      expect(await user.errorCode(createApiToken, { input: { label } })).toBe('BAD_USER_INPUT');
    }
  });

  it('are shown to their user alone', async () => {
    const organization = await world.organization();
    const member = await world.member(organization.id, 'edit');
    const own = await member.query(tokensOf, { id: member.userId });
    expect(own.user.apiTokens).toMatchObject({ totalCount: 1, nodes: [{ label: 'Test' }] });
    const others = await organization.admin.query(tokensOf, { id: member.userId });
    expect(others.user.apiTokens).toEqual({ totalCount: 0, nodes: [] });
    const [{ id }] = own.user.apiTokens.nodes;
    const node = 'query ($id: ID!) { node(id: $id) { id } }';
    expect(await member.query(node, { id })).toEqual({ node: { id } });
    expect(await organization.admin.query(node, { id })).toEqual({ node: null });
  });

  it('stop working when they are revoked, by their user only', async () => {
    const { createApiToken: created } = await user.query(createApiToken, {
      input: { label: 'Short-lived' },
    });
    const { id } = created.apiToken;
    const stranger = await world.user();
    await stranger.query(revokeApiToken, { id });
    const program = world.withToken(created.secret);
    expect((await program.get('/v1/user')).status).toBe(200);
    expect(await program.query(revokeApiToken, { id })).toEqual({
      revokeApiToken: { revokedApiTokenId: id },
    });
    expect((await program.get('/v1/user')).status).toBe(401);
    const { user: shown } = await user.query(tokensOf, { id: user.userId });
    expect(shown.apiTokens.nodes).not.toContainEqual(expect.objectContaining({ id }));
    // Once more changes nothing.
    expect(await user.errorCode(revokeApiToken, { id })).toBeUndefined();
  });

  it('are at most 100 for a user, also when several are made at once', async () => {
    const collector = await world.user();
    await world.db.prisma.apiToken.createMany({
      data: Array.from({ length: 98 }, (_, index) => ({
        id: `tok_${collector.userId}_${index}`,
        userId: collector.userId,
        label: 'Old',
        secretHash: `${collector.userId} ${index}`,
      })),
    });
    const codes = await Promise.all(
      [1, 2, 3].map((index) =>
        collector.errorCode(createApiToken, { input: { label: `New ${index}` } }),
      ),
    );
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(codes.filter((code) => code === 'CONFLICT')).toHaveLength(2);
  });
});
