import pg from 'pg';

/** Prefix of a worker's connection name, by which others see that the worker is alive. */
const PREFIX = 'docgraph ';
const CONNECT_TIMEOUT_MS = 10_000;

/** Connection that lives as long as a worker and shows that it is alive. */
export interface WorkerHeartbeat {
  /** Names the connection after the worker. Locks under that name then belong to it. */
  show(workerName: string): Promise<void>;
  /** Returns jobs of dead workers to the queue. */
  rescue(): Promise<void>;
  /** Resolves when the connection is lost, after which others consider the worker dead. */
  lost: Promise<void>;
  leave(): Promise<void>;
}

/** Opens the connection that shows others that a worker is alive. */
export async function openHeartbeat(url: string): Promise<WorkerHeartbeat> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve());
    client.on('end', () => resolve());
  });
  await client.connect();
  let last: Promise<unknown> = Promise.resolve();
  const query = async (text: string, values: string[]) => {
    const result = last.then(() => client.query(text, values));
    last = result.catch(() => {});
    await result;
  };
  return {
    show: (workerName) =>
      query(`SELECT set_config('application_name', $1, false)`, [PREFIX + workerName]),
    rescue: () =>
      query(
        `SELECT graphile_worker.force_unlock_workers(array_agg(taken.name))
         FROM (
           SELECT locked_by AS name FROM graphile_worker._private_jobs
           UNION SELECT locked_by FROM graphile_worker._private_job_queues
         ) taken
         WHERE taken.name IS NOT NULL AND NOT EXISTS (
           SELECT FROM pg_stat_activity a
           WHERE a.datname = current_database() AND a.application_name = $1 || taken.name)
         HAVING count(*) > 0`,
        [PREFIX],
      ),
    lost,
    async leave() {
      await client.end();
    },
  };
}
