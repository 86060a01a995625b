import { connectionType } from '../../builder/declare-types.ts';
import { builder, type ArgumentBuilder, type Row } from '../../builder.ts';
import { sql, type Sql } from '../../database/database.ts';
import { connectionField } from '../../pagination/connection-field.ts';
import { declareConnection } from '../../pagination/connection.ts';
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

const spaceJobs = declareConnection<Row<'Job'>, JobArguments>({
  name: 'Space.jobs',
  source: jobSource,
  of: 'spaceId',
  order: newestFirst,
  filter,
});

const organizationJobs = declareConnection<Row<'Job'>, JobArguments>({
  name: 'Organization.jobs',
  source: jobSource,
  of: 'organizationId',
  order: newestFirst,
  filter,
});

builder.prismaObjectFields('Space', (t) => ({
  jobs: t.field({
    type: JobConnection,
    description: 'The jobs of the space, newest first. Seen with the level `edit`.',
    args: { ...jobArguments(t.arg), ...t.arg.connectionArgs() },
    ...connectionField(spaceJobs),
  }),
}));

builder.prismaObjectFields('Organization', (t) => ({
  jobs: t.field({
    type: JobConnection,
    description:
      'The jobs of the organization and its spaces, newest first. Those of a space are seen with ' +
      'the level `edit` on it, others with the role `create`.',
    args: { ...jobArguments(t.arg), ...t.arg.connectionArgs() },
    ...connectionField(organizationJobs),
  }),
}));
