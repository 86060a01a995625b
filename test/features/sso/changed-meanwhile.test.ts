import type { LightMyRequestResponse } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { newProviderKey } from '../../support/identity-provider.ts';
import {
  addProvider,
  begin,
  deliver,
  follow,
  logIn,
  problemOn,
  respond,
  tokenOn,
  useOwnProvider,
  type Begun,
} from '../../support/saml-login.ts';
import { useWorld } from '../../support/use-world.ts';
import { World } from '../../support/world.ts';

const world = useWorld();
const { own, provider } = useOwnProvider(world);
let begun: Begun;

beforeEach(async () => {
  begun = await begin(world, provider);
});

const answered = () => deliver(world, provider, respond(begun, provider));
const finished = async (delivered: LightMyRequestResponse) => {
  const page = await follow(world, delivered, begun.cookie);
  return { status: page.statusCode, problem: problemOn(page), token: tokenOn(page) };
};
const providerUrl = () => `/v1/orgs/${own.id}/saml/${provider.id}`;
const membersOf = (organizationId: string) =>
  world.db.prisma.member.findMany({ where: { organizationId } });

describe('a login that is answered', () => {
  it('does not end when the certificate or the entity id is another one since', async () => {
    const { cert } = await newProviderKey();
    for (const change of [{ certificate: cert }, { entityID: 'https://other.test' }]) {
      const other = await addProvider(world, own.id);
      const theirs = await begin(world, other);
      const delivered = await deliver(world, other, respond(theirs, other));
      await own.admin.patch(`/v1/orgs/${own.id}/saml/${other.id}`, change);
      expect(problemOn(await follow(world, delivered, theirs.cookie))).toMatch(/to no login/);
    }
    expect(await membersOf(own.id)).toHaveLength(1);
  });

  it('ends when something else of the provider is changed, and by what is said now', async () => {
    const delivered = await answered();
    await own.admin.patch(providerUrl(), { label: 'New', defaultRole: 'review' });
    const { token } = await finished(delivered);
    const { body } = await world.withToken(token ?? '').get('/v1/user');
    const member = await own.admin.get(`/v1/orgs/${own.id}/members/${body.id}`);
    expect(member.body).toMatchObject({ role: 'review', sso: true });
  });

  it('does not end when the provider is deleted', async () => {
    const delivered = await answered();
    await own.admin.delete(providerUrl());
    expect(await finished(delivered)).toMatchObject({ status: 404, token: undefined });
    expect(await membersOf(own.id)).toHaveLength(1);
  });

  it('ends without the team when that is deleted', async () => {
    const { id } = await world.db.prisma.team.create({
      data: { id: newId('Team'), organizationId: own.id, title: 'Gone' },
    });
    await own.admin.patch(providerUrl(), { defaultTeam: id });
    const delivered = await answered();
    await own.admin.delete(`/v1/orgs/${own.id}/teams/${id}`);
    expect((await finished(delivered)).token).toMatch(/^dg_/);
  });

  it('does not end for a member who is disabled since, nor in a blocked organization', async () => {
    await logIn(world, provider);
    const delivered = await answered();
    const where = { organizationId: own.id, role: 'read' };
    await world.db.prisma.member.updateMany({ where, data: { disabled: true } });
    expect((await finished(delivered)).problem).toMatch(/disabled/);
    await world.db.prisma.member.updateMany({ where, data: { disabled: false } });
    const blocked = { id: own.id };
    await world.db.prisma.organization.update({
      where: blocked,
      data: { blockedReason: 'security' },
    });
    expect((await finished(delivered)).problem).toMatch(/blocked/);
    // What failed did nothing: the login can end when its reason is gone.
    await world.db.prisma.organization.update({ where: blocked, data: { blockedReason: null } });
    expect((await finished(delivered)).token).toMatch(/^dg_/);
  });
});

describe('a login that is answered while its provider changes', () => {
  it('is of the old settings or of the new ones, and of no others', async () => {
    const { cert } = await newProviderKey();
    const [delivered] = await Promise.all([
      answered(),
      own.admin.patch(providerUrl(), { certificate: cert }),
    ]);
    const page = delivered.statusCode === 303 ? await finished(delivered) : undefined;
    expect(page?.token).toBeUndefined();
    expect(await membersOf(own.id)).toHaveLength(1);
  });
});

describe('two gateways on one database', () => {
  it('take one response once, and give one token for it', async () => {
    const second = await World.create({
      database: { url: world.url, drop: () => Promise.resolve() },
    });
    try {
      const xml = respond(begun, provider);
      const gateways = [world, second, world, second];
      const deliveries = await Promise.all(gateways.map((one) => deliver(one, provider, xml)));
      const taken = deliveries.filter(({ statusCode }) => statusCode === 303);
      expect(taken).toHaveLength(1);
      for (const refused of deliveries.filter((delivery) => delivery !== taken[0])) {
        expect(problemOn(refused)).toMatch(/already used/);
      }
      const [delivered] = taken as [LightMyRequestResponse];
      const pages = await Promise.all(gateways.map((one) => follow(one, delivered, begun.cookie)));
      expect(pages.filter((page) => tokenOn(page) !== undefined)).toHaveLength(1);
      const tokens = await world.db.prisma.apiToken.count({
        where: { samlProviderId: provider.id },
      });
      expect(tokens).toBe(1);
    } finally {
      await second.destroy();
    }
  });
});
