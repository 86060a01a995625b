import { seesJobSql } from '../../auth/job-visibility-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/** A job exists for those who may change what it is of. */
export const jobSource = defineSource<Row<'Job'>>({
  type: 'Job',
  model: 'Job',
  table: 'jobs',
  visible: (viewerId) => seesJobSql(sql`t`, sql`${viewerId}`),
});

/** A result exists for those who see its job, to which a list belongs: its key is the number. */
export const jobResultSource = defineSource<Row<'JobResult'>>({
  type: 'JobResult',
  model: 'JobResult',
  table: 'job_results',
  keyField: 'ordinal',
  visible: (viewerId) => sql`EXISTS (
    SELECT FROM jobs j WHERE j.id = t.job_id AND ${seesJobSql(sql`j`, sql`${viewerId}`)})`,
});
