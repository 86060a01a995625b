import { connectionType } from '../../builder/declare-types.ts';
import type { ArgumentBuilder } from '../../builder.ts';
import { sql, type Sql } from '../../database/database.ts';
import { connectionField } from '../../builder/connection-field.ts';
import { Job } from './job.ts';
import { jobSource } from './job-source.ts';
import { JobState, type JobStateValue } from './job-state.ts';

interface JobArguments {
  kind?: string | null | undefined;
  state?: JobStateValue | null | undefined;
}

const JobConnection = connectionType(Job, 'job');

const newestFirst = { fields: ['createdAt'], descending: true };

const filter = ({ kind, state }: JobArguments): Sql[] => [
  ...(kind == null ? [] : [sql`t.kind = ${kind}`]),
  ...(state == null ? [] : [sql`t.state = ${state}`]),
];

const jobArguments = (arg: ArgumentBuilder) => ({
  kind: arg.string({ description: 'Only those of that kind, such as `git-import`.' }),
  state: arg({ type: JobState, description: 'Only those in that state.' }),
});

connectionField('Space.jobs', {
  type: JobConnection,
  description: 'The jobs of the space, newest first. Seen with the level `edit`.',
  source: jobSource,
  of: 'spaceId',
  arguments: jobArguments,
  order: newestFirst,
  filter,
});

connectionField('Organization.jobs', {
  type: JobConnection,
  description:
    'The jobs of the organization and its spaces, newest first. Those of a space are seen with ' +
    'the level `edit` on it, others with the role `create`.',
  source: jobSource,
  of: 'organizationId',
  arguments: jobArguments,
  order: newestFirst,
  filter,
});
