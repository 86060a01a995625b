import { connectionType } from '../../builder/declare-types.ts';
import { builder, registerNode, type Row } from '../../builder.ts';
import { connectionField } from '../../builder/connection-field.ts';
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
  description: 'Error of a failed job.',
  rest: { fields: 'code message step remedy' },
  fields: (t) => ({
    code: t.string({
      description: 'Error code in capitals, such as `TIMEOUT`. Stable, for use in programs.',
      resolve: ({ errorCode }) => errorCode ?? '',
    }),
    message: t.string({
      description: 'Description of the error.',
      resolve: ({ errorMessage }) => errorMessage ?? '',
    }),
    step: t.exposeString('errorStep', {
      nullable: true,
      description: 'The step that failed; null if none had started.',
    }),
    remedy: t.string({
      description: 'How to resolve the problem.',
      resolve: ({ errorRemedy }) => errorRemedy ?? '',
    }),
  }),
});

/** Result of a job. Not a node, since it has no id. */
const JobResult = builder.prismaObject('JobResult', {
  description: 'Result of a job for one file or another part of its work.',
  rest: { fields: 'path outcome message' },
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Path of the file, or name of the part.' }),
    outcome: t.exposeString('outcome', {
      description: 'Outcome in one word, such as `written` or `skipped`.',
    }),
    message: t.exposeString('message', {
      nullable: true,
      description: 'Details, such as why the file was skipped.',
    }),
  }),
});

connectionField('Job.results', {
  type: connectionType(JobResult, 'result', 'results of a job'),
  description:
    'Results for each part of the work, in order; at most 20000. For an import from git, the files that were not imported unchanged.',
  source: jobResultSource,
  of: 'jobId',
  order: { fields: [], descending: false },
});

export const Job = builder.prismaNode('Job', {
  description: 'Background work that a request started.',
  id: { field: 'id', description: 'Identifier, `job_…`.' },
  rest: {
    object: 'job',
    fields: `
      id kind state step stepsDone stepsTotal progress message error { ...JobError }
      createdBy { ...User } createdAt startedAt endedAt`,
  },
  fields: (t) => ({
    kind: t.exposeString('kind', {
      description: 'Kind of work, such as `git-import`. Stable, for use in programs.',
    }),
    state: t.field({
      type: JobState,
      description: 'State of the job. Every job ends as done, failed or cancelled.',
      ...showing('state'),
    }),
    step: t.exposeString('step', {
      nullable: true,
      description:
        'The current step, or the one where the job ended; null before the first step and when done.',
    }),
    stepsDone: t.exposeInt('stepsDone', { description: 'Number of completed steps.' }),
    stepsTotal: t.exposeInt('stepsTotal', { description: 'Number of steps.' }),
    progress: t.exposeFloat('progress', {
      description: 'Progress from 0 to 1. Never decreases.',
    }),
    message: t.exposeString('message', {
      nullable: true,
      description: 'Summary of the result; null if there is none.',
    }),
    error: t.field({
      type: JobError,
      description: 'Error of a failed job; null otherwise.',
      ...sameRowUnlessNull('errorCode'),
    }),
    attempts: t.exposeInt('attempts', { description: 'Number of attempts.' }),
    cancelAskedAt: t.expose('cancelAskedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When cancellation of the running job was requested; null if it was not.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was asked for.' }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the job first started; null before.',
    }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the job ended; null before. Ended jobs are kept for 30 days.',
    }),
    heartbeatAt: t.expose('heartbeatAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last worker heartbeat; null before the job started.',
    }),
    createdBy: t.field({
      ...pastUser('createdById'),
      description:
        'The user who started the job; null if docgraph did, or if the account was deleted.',
    }),
    subjectId: t.exposeID('subjectId', {
      nullable: true,
      description: 'Id of its subject, if that is neither the space nor the organization.',
    }),
    space: t.field({
      type: Space,
      description: 'The space of the job; null if it belongs to the organization.',
      ...oneField(spaceSource, 'spaceId'),
    }),
    organization: t.field({
      type: Organization,
      description: 'The organization of the job; null for viewers who are not members of it.',
      ...oneField(organizationSource, 'organizationId'),
    }),
  }),
});
