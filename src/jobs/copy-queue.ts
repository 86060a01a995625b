import type { Client } from 'pg';

/**
 * Query of the jobs that wait in the queue, or run. It names their tasks and queues, so that
 * another version of the queue can add them.
 */
export const queueCopySql = `
  SELECT row_number() OVER (ORDER BY j.id), t.identifier, q.queue_name, j.payload, j.priority,
    j.run_at, j.max_attempts, j.key
  FROM graphile_worker._private_jobs j
  JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
  WHERE j.attempts < j.max_attempts OR j.locked_at IS NOT NULL
  ORDER BY j.id`;

/** The columns of that query. */
export const queueColumnsSql = `
  ordinal int8, identifier text, queue_name text, payload json, priority int, run_at timestamptz,
  max_attempts int, key text`;

/** Adds the jobs of a table to the queue, in their order. A job that ran begins again. */
export async function enqueueCopies(client: Client, table: string): Promise<void> {
  await client.query(`
    SELECT graphile_worker.add_job(identifier, payload, queue_name := queue_name, run_at := run_at,
      max_attempts := max_attempts, job_key := key, priority := priority)
    FROM (SELECT * FROM ${table} ORDER BY ordinal) waiting`);
}
