import { builder, registerNode, type Row } from '../../builder.ts';
import { connectionField } from '../../pagination/connection-field.ts';
import { declareConnection } from '../../pagination/connection.ts';
import { organizationSource } from '../organizations/organization-source.ts';
import { Organization } from '../organizations/organization.ts';
import { spaceSource } from '../spaces/space-source.ts';
import { Space } from '../spaces/space.ts';
import { pastUser } from '../users/past-user.ts';
import { jobResultSource, jobSource } from './job-source.ts';
import { JobState } from './job-state.ts';
import { oneField, sameRowUnlessNull, showing } from '../../pagination/declared-fields.ts';

registerNode(jobSource);

const JobError = builder.objectRef<Row<'Job'>>('JobError').implement({
  description: 'Why a job failed.',
  rest: { fields: 'code message step remedy' },
  fields: (t) => ({
    code: t.string({
      description: 'In capitals, such as `TIMEOUT`; programs can rely on it.',
      resolve: ({ errorCode }) => errorCode ?? '',
    }),
    message: t.string({
      description: 'What happened.',
      resolve: ({ errorMessage }) => errorMessage ?? '',
    }),
    step: t.exposeString('errorStep', {
      nullable: true,
      description: 'The step in which it failed; null when none had begun.',
    }),
    remedy: t.string({
      description: 'What to do about it.',
      resolve: ({ errorRemedy }) => errorRemedy ?? '',
    }),
  }),
});

/** Result of a job. Not a node, since it has no id. */
const JobResult = builder.prismaObject('JobResult', {
  description: 'What a job did with one file, or another part of its work.',
  rest: { fields: 'path outcome message' },
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Path of the file, or name of the part.' }),
    outcome: t.exposeString('outcome', {
      description: 'What was done, in a word, such as `written` or `skipped`.',
    }),
    message: t.exposeString('message', {
      nullable: true,
      description: 'More about it, such as why it was skipped.',
    }),
  }),
});

const JobResultConnection = builder.connectionObject(
  { type: JobResult, name: 'JobResultConnection', description: 'A list of results of a job.' },
  { name: 'JobResultEdge', description: 'A result in a list.' },
);

const jobResults = declareConnection<Row<'JobResult'>>({
  name: 'Job.results',
  source: jobResultSource,
  of: 'jobId',
  order: { fields: [], descending: false },
});

export const Job = builder.prismaNode('Job', {
  description: 'Work that a request started and that goes on behind it.',
  id: { field: 'id', description: 'Identifier, `job_…`.' },
  rest: {
    object: 'job',
    fields: `
      id kind state step stepsDone stepsTotal progress message error { ...JobError }
      createdBy { ...User } createdAt startedAt endedAt`,
  },
  fields: (t) => ({
    kind: t.exposeString('kind', {
      description: 'Which work it is, such as `git-import`; programs can rely on it.',
    }),
    state: t.field({
      type: JobState,
      description: 'How far it is. Every job ends as done, failed or cancelled.',
      ...showing('state'),
    }),
    step: t.exposeString('step', {
      nullable: true,
      description: 'The step that it is at, or ended at; null before the first and when done.',
    }),
    stepsDone: t.exposeInt('stepsDone', { description: 'How many of its steps are done.' }),
    stepsTotal: t.exposeInt('stepsTotal', { description: 'How many steps it has.' }),
    progress: t.exposeFloat('progress', {
      description: 'How much of it is done, from 0 to 1. Never less than before.',
    }),
    message: t.exposeString('message', {
      nullable: true,
      description: 'What came of it, where there is something to say.',
    }),
    error: t.field({
      type: JobError,
      nullable: true,
      description: 'Why it failed; null when it did not.',
      ...sameRowUnlessNull('errorCode'),
    }),
    results: t.connection(
      {
        type: JobResult,
        description:
          'What it did with each part of its work, in that order; at most 20000. Of an import from ' +
          'git, what was not taken as it is.',
        ...connectionField(jobResults),
      },
      JobResultConnection,
    ),
    attempts: t.exposeInt('attempts', { description: 'How often it was begun.' }),
    cancelAskedAt: t.expose('cancelAskedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When somebody asked a running job to end; null when nobody did.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was asked for.' }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it first began; null before.',
    }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ended; null before. It can be seen for 30 days then.',
    }),
    heartbeatAt: t.expose('heartbeatAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its worker last told that it is alive; null before it began.',
    }),
    createdBy: t.field({
      ...pastUser('createdById'),
      description: 'Who asked for it; null when docgraph did, or the account is gone.',
    }),
    subjectId: t.exposeID('subjectId', {
      nullable: true,
      description: 'Id of what it is about, where that is neither the space nor the organization.',
    }),
    space: t.field({
      type: Space,
      nullable: true,
      description: 'The space that it is of; null where it is of the organization.',
      ...oneField(spaceSource, 'spaceId'),
    }),
    organization: t.field({
      type: Organization,
      nullable: true,
      description: 'The organization that it is of; null for those who are no members of it.',
      ...oneField(organizationSource, 'organizationId'),
    }),
  }),
});
