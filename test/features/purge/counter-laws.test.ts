import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { purgeSpaces } from '../../../src/features/purge/purge-spaces.ts';
import type { Client } from '../../support/client.ts';
import { useWorld } from '../../support/use-world.ts';
import { deleteEarlier, jobContext } from './support.ts';
import { lawCount } from '../../support/law-count.ts';

const world = useWorld();

const kinds = [
  'create',
  'duplicate',
  'delete',
  'restore',
  'expire',
  'purge',
  'move',
  'transfer',
  'show',
] as const;

/** One thing that happens to a space; numbers choose among what there is. */
interface Step {
  kind: (typeof kinds)[number];
  space: number;
  place: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...kinds),
  space: fc.nat(30),
  place: fc.nat(3),
});

/** What is known of a space: where it lies, whether it is there, and whether the site shows it. */
interface KnownSpace {
  id: string;
  organization: number;
  inCollection: boolean;
  state: 'there' | 'deleted' | 'expired' | 'purged';
  isShown: boolean;
}

/** Two organizations of one admin, with a collection each, and a site in the first. */
class House {
  readonly admin: Client;
  readonly organizations: readonly string[];
  readonly collections: readonly string[];
  readonly siteId: string;
  readonly spaces: KnownSpace[] = [];

  private constructor(
    admin: Client,
    { organizations, collections, siteId }: Pick<House, 'organizations' | 'collections' | 'siteId'>,
  ) {
    this.admin = admin;
    this.organizations = organizations;
    this.collections = collections;
    this.siteId = siteId;
  }

  static async build(): Promise<House> {
    const { id, admin } = await world.organization();
    const other = await world.organization();
    await world.db.prisma.member.create({
      data: { organizationId: other.id, userId: admin.userId, role: 'admin' },
    });
    const organizations = [id, other.id];
    const collections: string[] = [];
    for (const organization of organizations) {
      collections.push((await world.collection(organization)).id);
    }
    const site = await admin.post(`/v1/orgs/${id}/sites`, { title: 'Handbook' });
    return new House(admin, { organizations, collections, siteId: site.body.id });
  }

  get siteUrl(): string {
    return `/v1/orgs/${this.organizations[0]}/sites/${this.siteId}`;
  }

  /** Does a step on both sides, and checks that the answer is what the model says. */
  async take({ kind, space: index, place }: Step): Promise<void> {
    const to = { organization: place % 2, inCollection: place >= 2 };
    const known = this.spaces[index % Math.max(this.spaces.length, 1)];
    if (kind === 'create') return this.create(to.organization, to.inCollection);
    if (kind === 'purge') return this.purge();
    if (!known) return;
    if (kind === 'expire') return this.expire(known);
    if (kind === 'move') return this.move(known, to.inCollection);
    if (kind === 'transfer') return this.transfer(known, to.inCollection);
    if (kind === 'show') return this.show(known);
    return this.changeLife(kind, known);
  }

  private async changeLife(kind: 'duplicate' | 'delete' | 'restore', known: KnownSpace) {
    const url = `/v1/spaces/${known.id}`;
    const statuses = {
      duplicate: { there: 201, deleted: 409, expired: 404, purged: 404 },
      delete: { there: 204, deleted: 204, expired: 204, purged: 204 },
      restore: { there: 409, deleted: 200, expired: 404, purged: 404 },
    };
    const { status, body } =
      kind === 'delete' ? await this.admin.delete(url) : await this.admin.post(`${url}/${kind}`);
    expect(status).toBe(statuses[kind][known.state]);
    if (status === 201) this.spaces.push({ ...known, id: body.id, isShown: false });
    if (status === 200) known.state = 'there';
    if (kind === 'delete' && known.state === 'there') known.state = 'deleted';
  }

  private async purge(): Promise<void> {
    await purgeSpaces(jobContext(world));
    for (const known of this.spaces) if (known.state === 'expired') known.state = 'purged';
  }

  private async expire(known: KnownSpace): Promise<void> {
    if (known.state !== 'deleted') return;
    await deleteEarlier(world, known.id, '7 days 1 second');
    known.state = 'expired';
  }

  private async move(known: KnownSpace, inCollection: boolean): Promise<void> {
    const parent = inCollection ? this.collections[known.organization] : null;
    const { status } = await this.admin.post(`/v1/spaces/${known.id}/move`, { parent });
    const there = inCollection === known.inCollection ? 409 : 200;
    expect(status).toBe({ there, deleted: 409, expired: 404, purged: 404 }[known.state]);
    if (known.state === 'there') known.inCollection = inCollection;
  }

  private async transfer(known: KnownSpace, inCollection: boolean): Promise<void> {
    const organization = 1 - known.organization;
    const { status } = await this.admin.post(`/v1/spaces/${known.id}/transfer`, {
      organization: this.organizations[organization],
      ...(inCollection && { collection: this.collections[organization] }),
    });
    const there = known.isShown ? 412 : 200;
    expect(status).toBe({ there, deleted: 412, expired: 404, purged: 404 }[known.state]);
    if (status === 200) Object.assign(known, { organization, inCollection });
  }

  private async show(known: KnownSpace): Promise<void> {
    const url = `${this.siteUrl}/site-spaces`;
    const { status } = await this.admin.post(url, { spaceId: known.id });
    const own = known.isShown ? 409 : 201;
    const there = known.organization === 0 ? own : 400;
    expect(status).toBe(known.state === 'there' ? there : 404);
    if (status === 201) known.isShown = true;
  }

  private async create(organization: number, inCollection: boolean): Promise<void> {
    const parent = inCollection ? { parent: this.collections[organization] } : {};
    const url = `/v1/orgs/${this.organizations[organization]}/spaces`;
    const { status, body } = await this.admin.post(url, { title: 'New', ...parent });
    expect(status).toBe(201);
    const [state, isShown] = ['there', false] as const;
    this.spaces.push({ id: body.id, organization, inCollection, state, isShown });
  }

  /** Every list and every counter, on both surfaces, is that of the model. */
  async check(): Promise<void> {
    const there = this.spaces.filter(({ state }) => state === 'there');
    const idsOf = (some: readonly KnownSpace[]) => some.map(({ id }) => id).toSorted();
    for (const [index, id] of this.organizations.entries()) {
      const own = there.filter(({ organization }) => organization === index);
      const inside = own.filter(({ inCollection }) => inCollection);
      await this.expectList(`/v1/orgs/${id}/spaces`, idsOf(own));
      await this.expectList(`/v1/collections/${this.collections[index]}/spaces`, idsOf(inside));
      await this.expectGraph(id, this.collections[index] ?? '', idsOf(own), idsOf(inside));
      const { body: member } = await this.admin.get(`/v1/orgs/${id}/members/${this.admin.userId}`);
      expect(member.spaces).toBe(own.length);
    }
    await this.checkSite();
  }

  private async expectList(url: string, ids: readonly string[]): Promise<void> {
    const { body } = await this.admin.get(`${url}?limit=1000`);
    expect(body.items.map(({ id }: { id: string }) => id).toSorted()).toEqual(ids);
    expect(body.count).toBe(ids.length);
  }

  private async expectGraph(
    id: string,
    collectionId: string,
    own: readonly string[],
    inside: readonly string[],
  ): Promise<void> {
    const data = await this.admin.query(
      `query ($id: ID!, $collectionId: ID!) {
        organization(id: $id) { spaces(first: 100) { totalCount nodes { id } } }
        collection(id: $collectionId) { spaces(first: 100) { totalCount nodes { id } } }
      }`,
      { id, collectionId },
    );
    for (const [list, ids] of [
      [data.organization.spaces, own],
      [data.collection.spaces, inside],
    ] as const) {
      expect(list.nodes.map((node: { id: string }) => node.id).toSorted()).toEqual(ids);
      expect(list.totalCount).toBe(ids.length);
    }
  }

  /** The site shows what it was given, keeps places for what can come back, and has one default. */
  private async checkSite(): Promise<void> {
    const { body: site } = await this.admin.get(this.siteUrl);
    const { body: list } = await this.admin.get(`${this.siteUrl}/site-spaces?limit=1000`);
    expect(site.siteSpaces).toBe(list.items.length);
    expect(list.count).toBe(list.items.length);
    const rows = await world.db.prisma.siteSpace.findMany({ where: { siteId: this.siteId } });
    const shown = this.spaces.filter(({ isShown, state }) => isShown && state !== 'purged');
    expect(rows.map(({ spaceId }) => spaceId).toSorted()).toEqual(
      shown.map(({ id }) => id).toSorted(),
    );
    expect(rows.filter(({ isDefault }) => isDefault)).toHaveLength(rows.length > 0 ? 1 : 0);
  }
}

describe('lists and counters of spaces', () => {
  it('are right, whatever happens to spaces, and in which order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
        const house = await House.build();
        for (const place of [0, 2, 1]) await house.take({ kind: 'create', space: 0, place });
        for (const one of steps) await house.take(one);
        await house.check();
      }),
      { numRuns: lawCount(8), endOnFailure: true },
    );
  });
});
