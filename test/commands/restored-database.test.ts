import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../src/database/database.ts';
import {
  backUp,
  inEmptyDatabase,
  readSchema,
  readTableHashes,
  restore,
} from '../support/backups.ts';
import { Client } from '../support/client.ts';
import { fillLists } from '../support/fill-lists.ts';
import { routes } from '../support/open-api.ts';
import { createEmptyDatabase } from '../support/postgres.ts';
import { parametersOf, queryOf, urlOf } from '../support/route-requests.ts';
import { createScene, writeContent, type Scene } from '../support/scene.ts';
import { useWorld } from '../support/use-world.ts';
import { World } from '../support/world.ts';

const world = useWorld();
let admin: Client;
let scene: Scene;
let content: Awaited<ReturnType<typeof writeContent>>;
let folder: string;

beforeAll(async () => {
  const organization = await world.organization();
  admin = organization.admin;
  scene = await createScene(world, organization.id, admin.userId);
  content = await writeContent(world, scene);
  await fillLists({ world, scene, content, adminId: admin.userId });
  folder = await mkdtemp(path.join(os.tmpdir(), 'docgraph-restored-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** Sends every read of `/v1`, lists with all of their items. */
async function readAll({ app }: World) {
  const answers: { url: string; status: number; body: string }[] = [];
  for (const route of routes.filter(({ method }) => method === 'GET')) {
    const limit = route.response.kind === 'list' && { limit: '1000' };
    const query = { ...queryOf(route, scene), ...limit };
    const url = urlOf(route, { path: parametersOf(route, scene, content), query });
    const headers = { authorization: `Bearer ${admin.token}` };
    const { statusCode: status, body } = await app.inject({ url, headers });
    answers.push({ url, status, body });
  }
  return answers;
}

describe('a restored database', () => {
  // Signed URLs contain the time.
  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterAll(() => void vi.useRealTimers());
  let restored: World;
  let restoredFile: string;

  beforeAll(async () => {
    restoredFile = path.join(folder, 'restored.zip');
    // Reads create secrets of the installation.
    await readAll(world);
    const backup = await backUp(world.url, restoredFile);
    const database = await createEmptyDatabase();
    const { rows, tables, version } = await restore(restoredFile, database.url);
    expect({ rows, tables, version }).toEqual({
      ...{ rows: backup['rows'], tables: backup['tables'], version: backup['version'] },
    });
    restored = await World.create({ database });
  });
  afterAll(() => restored.destroy());

  it('answers every read as the original does, byte for byte', async () => {
    const answers = await readAll(restored);
    const originals = await readAll(world);
    for (const [index, answer] of answers.entries()) expect(answer).toEqual(originals[index]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(100);
  });

  it('has the same rows, indexes, constraints and triggers', async () => {
    const file = path.join(folder, 'another.zip');
    await backUp(world.url, file);
    await inEmptyDatabase(async (db, { url }) => {
      await restore(file, url);
      expect(await readSchema(db)).toEqual(await readSchema(world.db));
      const { change_log: _log, ...hashes } = await readTableHashes(world.db);
      expect(await readTableHashes(db)).toMatchObject(hashes);
    });
  });

  it('can be written to, and notices changes', async () => {
    const copy = new Client(restored.app, admin.userId, admin.token);
    const { status } = await copy.patch(`/v1/spaces/${scene.spaceId}`, { title: 'Changed' });
    expect(status).toBe(200);
    const [row] = await restored.db.query(
      sql`SELECT count(*)::int FROM change_log WHERE subject_id = ${scene.spaceId}`,
    );
    expect(row?.[0]).toBeGreaterThan(0);
  });

  it('is not filled again: the backup says how to proceed', async () => {
    await expect(restore(restoredFile, restored.url)).rejects.toThrow(
      /is not empty \(it has the table _prisma_migrations\).*set DATABASE_URL to a new database/,
    );
  });
});
