import { seesJobSql } from '../../auth/job-visibility-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/** Jobs, visible to everybody who may change their subject. */
export const jobSource = defineSource<Row<'Job'>>({
  type: 'Job',
  model: 'Job',
  table: 'jobs',
  visible: (viewerId) => seesJobSql(sql`t`, sql`${viewerId}`),
});

/**
 * Results, visible to everybody who can see their job. A list belongs to one job, so the number is
 * its key.
 */
export const jobResultSource = defineSource<Row<'JobResult'>>({
  type: 'JobResult',
  model: 'JobResult',
  table: 'job_results',
  keyField: 'ordinal',
  visible: (viewerId) => sql`EXISTS (
    SELECT FROM jobs j WHERE j.id = t.job_id AND ${seesJobSql(sql`j`, sql`${viewerId}`)})`,
});
