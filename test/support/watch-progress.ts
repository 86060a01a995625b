import { expect } from 'vitest';
import type { World } from './world.ts';

/** Records every later value of the progress of jobs. */
export async function watchProgress({ db }: World): Promise<void> {
  await db.pool.query(`
    CREATE TABLE seen_progress (at bigserial PRIMARY KEY, job text, state text, progress float8);
    CREATE FUNCTION see_progress() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO seen_progress (job, state, progress) VALUES (NEW.id, NEW.state, NEW.progress);
      RETURN NULL;
    END $$;
    CREATE TRIGGER see_progress AFTER INSERT OR UPDATE ON jobs
      FOR EACH ROW EXECUTE FUNCTION see_progress()`);
}

/** Expects that a job's progress never decreased, and was always from 0 to 1. */
export async function expectMonotone({ db }: World, id: string): Promise<void> {
  const { rows } = await db.pool.query<{ progress: number }>(
    'SELECT progress FROM seen_progress WHERE job = $1 ORDER BY at',
    [id],
  );
  const seen = rows.map(({ progress }) => progress);
  expect(seen.length).toBeGreaterThan(2);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect([seen[0], Math.max(...seen) <= 1]).toEqual([0, true]);
}
