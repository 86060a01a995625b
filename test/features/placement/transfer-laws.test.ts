import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sql } from '../../../src/database/database.ts';
import { useWorld } from '../../support/use-world.ts';
import { move, urlOf } from './support.ts';
import { lawCount } from '../../support/law-count.ts';

const world = useWorld();

const COLLECTIONS = 3;
const ITEMS = 7;

/** One step, by the numbers of items; collections come first. */
interface Step {
  kind: 'grant' | 'invite' | 'transfer' | 'move' | 'delete' | 'show';
  item: number;
  /** The collection that it goes into. */
  parent: number;
  /** Of the two organizations. */
  organization: number;
}

const someStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('grant', 'grant', 'invite', 'invite', 'transfer', 'move', 'delete', 'show'),
  item: fc.nat(ITEMS - 1),
  parent: fc.nat(COLLECTIONS - 1),
  organization: fc.nat(1),
});

/** Steps that are taken at once, one moment after the other. */
const history = fc.array(fc.array(someStep, { minLength: 1, maxLength: 3 }), {
  minLength: 8,
  maxLength: 14,
});

/** Two organizations of one admin. The first has all items, a site and a member. */
async function plant() {
  const [home, away] = [await world.organization(), await world.organization()];
  const { admin } = home;
  const other = { organizationId: away.id, userId: admin.userId, role: 'admin' };
  await world.db.prisma.member.create({ data: other });
  const member = await world.member(home.id, 'read');
  const ids: string[] = [];
  for (let item = 0; item < ITEMS; item += 1) {
    const made = await (item < COLLECTIONS ? world.collection(home.id) : world.space(home.id));
    ids.push(made.id);
  }
  const organizations = [home.id, away.id];
  const { siteId } = await world.publish(ids.at(-1) ?? '');
  return { admin, member, ids, organizations, siteId };
}

type Ground = Awaited<ReturnType<typeof plant>>;

/** Takes a step; answers the status. */
async function take({ admin, member, ids, organizations, siteId }: Ground, step: Step) {
  const id = ids[step.item] ?? '';
  const organization = organizations[step.organization] ?? '';
  const kind = step.item < COLLECTIONS ? 'collection' : 'space';
  switch (step.kind) {
    case 'grant': {
      const body = { role: 'edit', users: [member.userId] };
      return (await admin.post(`${urlOf(id)}/permissions`, body)).status;
    }
    case 'invite': {
      const body = { level: 'read', [kind]: id };
      return (await admin.post(`/v1/orgs/${organization}/link-invites`, body)).status;
    }
    case 'transfer':
      return (await admin.post(`${urlOf(id)}/transfer`, { organization })).status;
    case 'move':
      return move(admin, id, { parent: ids[step.parent] ?? '' });
    case 'delete':
      return kind === 'collection' ? (await admin.delete(urlOf(id))).status : 204;
    case 'show': {
      const url = `/v1/orgs/${organizations[0]}/sites/${siteId}/site-spaces`;
      return kind === 'space' ? (await admin.post(url, { spaceId: id })).status : 201;
    }
  }
}

/** Grants to people of another organization than that of their place, and invites of another. */
async function strays(): Promise<unknown[]> {
  return world.db.query(sql`
    SELECT g.id FROM grants g
    LEFT JOIN spaces s ON s.id = g.space_id LEFT JOIN collections c ON c.id = g.collection_id
    WHERE NOT EXISTS (
      SELECT FROM members m WHERE m.user_id = g.user_id
        AND m.organization_id = coalesce(s.organization_id, c.organization_id))
    UNION ALL
    SELECT i.id FROM invites i
    LEFT JOIN spaces s ON s.id = i.space_id LEFT JOIN collections c ON c.id = i.collection_id
    WHERE i.organization_id <> coalesce(s.organization_id, c.organization_id)
    UNION ALL
    SELECT s.id FROM spaces s JOIN collections c ON c.id = s.parent_id
    WHERE c.organization_id <> s.organization_id
    UNION ALL
    SELECT c.id FROM collections c JOIN collections p ON p.id = c.parent_id
    WHERE p.organization_id <> c.organization_id`);
}

/** The spaces that a site shows, and whether they are of its organization. */
async function shown(siteId: string): Promise<[string, boolean][]> {
  const rows = await world.db.query(sql`
    SELECT s.id, s.organization_id = t.organization_id FROM site_spaces e
    JOIN spaces s ON s.id = e.space_id JOIN sites t ON t.id = e.site_id
    WHERE e.site_id = ${siteId}`);
  return rows as [string, boolean][];
}

describe('whatever is moved, transferred and deleted, also at once', () => {
  it('grants and invites stay in their organization, and sites keep what they show', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (moments) => {
        const ground = await plant();
        let before = await shown(ground.siteId);
        for (const steps of moments) {
          const statuses = await Promise.all(steps.map((step) => take(ground, step)));
          expect([200, 201, 204, 400, 404, 409, 412]).toEqual(expect.arrayContaining(statuses));
          expect(await strays()).toEqual([]);
          const after = await shown(ground.siteId);
          expect(after.map(([id]) => id)).toEqual(expect.arrayContaining(before.map(([id]) => id)));
          expect(after.filter(([, isOwn]) => !isOwn)).toEqual([]);
          before = after;
        }
      }),
      { numRuns: lawCount(5, 'TRANSFER_HISTORIES'), endOnFailure: true },
    );
  });
});
