import { beforeAll, describe, expect, it } from 'vitest';
import { rawSql, sql } from '../../src/database/database.ts';
import type { Route } from '../../src/rest/route.ts';
import type { Client } from '../support/client.ts';
import { bodyOf } from '../support/mutation-bodies.ts';
import { routes } from '../support/open-api.ts';
import { ruleOf } from '../support/role-table.ts';
import { askRest, parametersOf, type RouteOutcome } from '../support/route-requests.ts';
import { createScene, prepareScene, type Scene } from '../support/scene.ts';
import { readRows } from '../support/table-rows.ts';
import { useWorld } from '../support/use-world.ts';

/** How many requests wait in the database at once. */
const BATCH_SIZE = 5;

// One connection more holds the tables, and one looks at who waits.
const world = useWorld({ poolSize: BATCH_SIZE + 2 });
let scene: Scene;
/**
 * Scenes of the operations that need another space, a deleted one, or one that no site shows; or
 * posts of somebody else, as authors can always delete their own.
 */
const ownScenes = new Map<string, Scene>();
let admin: Client;
/** Every table, as a list in SQL. */
let tables: string;

beforeAll(async () => {
  const { id: organizationId } = await world.organization();
  admin = await world.member(organizationId, 'admin');
  scene = await createScene(world, organizationId, admin.userId);
  const deleted = await world.space(organizationId);
  const where = { id: deleted.id };
  await world.db.prisma.space.update({ where, data: { deletedAt: new Date() } });
  ownScenes.set('restoreSpace', { ...scene, spaceId: deleted.id });
  ownScenes.set('transferSpace', {
    ...scene,
    spaceId: (await world.space(organizationId)).id,
  });
  const { memberId } = scene;
  const others = await createScene(world, organizationId, memberId);
  for (const { method, path, operationId } of mutations) {
    if (method === 'DELETE' && path.includes('/comments/')) ownScenes.set(operationId, others);
  }
  await prepareScene(world, 'submitChangeRequestReview', scene);
  tables = [...(await readRows(world)).keys()].map((table) => `"${table}"`).join(', ');
});

/** What an admin may do and a reader may not, be it with what they wrote themselves. */
const mutations = routes.filter((route) => {
  if (route.method === 'GET') return false;
  const verdictOf = (role: 'admin' | 'read') =>
    ruleOf(route.operationId)({ role, isAuthor: true }, { defaultLevel: 'inherit' });
  return verdictOf('admin') === 'done' && verdictOf('read') !== 'done';
});

/** Ways to lose a right, each as an update of the admin's membership `m`, and how to undo it. */
const losses = [
  ['demoted', `role = 'read'`, `role = 'admin'`],
  ['disabled', 'disabled = TRUE', 'disabled = FALSE'],
] as const;

/**
 * Asks as an admin who loses the right after it was checked: every table is held so that all reads
 * pass and the first write waits, until the admin is one no more.
 */
async function askWhileLosing(batch: readonly Route[], change: string): Promise<RouteOutcome[]> {
  const holder = await world.db.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(`LOCK TABLE ${tables} IN EXCLUSIVE MODE`);
    const answers = batch.map((route) => {
      const own = ownScenes.get(route.operationId) ?? scene;
      const body = bodyOf(route.operationId, own);
      return askRest(admin, route, { path: parametersOf(route, own), body });
    });
    await world.untilBlocked(batch.length);
    await holder.query(
      `UPDATE members m SET ${change} WHERE m.organization_id = $1 AND m.user_id = $2`,
      [scene.organizationId, admin.userId],
    );
    await holder.query('COMMIT');
    return await Promise.all(answers);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}

/** Operations of a batch that were not refused, with what they answered. */
function notRefused(batch: readonly Route[], outcomes: readonly RouteOutcome[]): string[] {
  return batch.flatMap(({ operationId, method }, index) => {
    const { status, message } = outcomes[index] ?? {};
    const refusals = method === 'DELETE' ? [204, 403] : [403, 404];
    return refusals.includes(status ?? 0) ? [] : [`${operationId}: ${status} ${message}`];
  });
}

describe('an admin who loses the right between check and write', () => {
  it.each(losses)('by being %s changes nothing', async (_loss, change, undo) => {
    for (const batch of chunksOf(mutations, BATCH_SIZE)) {
      const before = await readRows(world);
      const outcomes = await askWhileLosing(batch, change);
      await world.db.query(sql`
        UPDATE members m SET ${rawSql(undo)}
        WHERE m.organization_id = ${scene.organizationId} AND m.user_id = ${admin.userId}`);
      expect(notRefused(batch, outcomes)).toEqual([]);
      expect(await readRows(world)).toEqual(before);
    }
  });
});

it('is tried with every kind of right', () => {
  const ids = mutations.map(({ operationId }) => operationId);
  expect(ids).toEqual(
    expect.arrayContaining([
      'createOrganizationInvite',
      'updateOrganizationById',
      'updateCollectionById',
      'inviteToSpace',
      'transferCollection',
      'createSite',
      'updateSiteById',
      'moveSiteSpace',
      'changeContentInSpace',
      'mergeChangeRequest',
      'submitChangeRequestReview',
      'removeRequestedReviewerFromChangeRequest',
      'postCommentInChangeRequest',
      'updateCommentInChangeRequest',
      'deleteCommentReplyInSpace',
    ]),
  );
});

function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
