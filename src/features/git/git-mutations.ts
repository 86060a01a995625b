import { enumType } from '../../builder/declare-types.ts';
import { given, mutationField, returned } from '../../builder/mutation-field.ts';
import { builder, type InputBuilder } from '../../builder.ts';
import { Job } from '../jobs/job.ts';
import { forgetGitRepository } from './forget-git-repository.ts';
import { gitExport, gitImport } from './git-request.ts';
import { exportToGitRepository, importGitRepository } from './start-git-job.ts';

const GitProvider = enumType('GitProvider', 'Host of a git repository.', {
  github: 'GitHub.',
  gitlab: 'GitLab.',
});

const GitInfoInput = builder.inputType('GitInfoInput', {
  description: 'Host of a git repository.',
  fields: (t) => ({
    provider: t.field({ type: GitProvider, description: 'Host of the repository.' }),
    url: t.string({ description: 'Web URL of the repository.' }),
  }),
});

const repositoryInputFields = (t: InputBuilder) => ({
  spaceId: t.id({ required: true, description: 'Id of the space.' }),
  url: t.string({
    required: true,
    description:
      'Address by which git clones the repository, http or https, without a query. It may contain ' +
      'a user and a password or token: they are encrypted until the job ends, and shown nowhere.',
  }),
  ref: t.string({ required: true, description: 'The branch: `refs/heads/` and its name.' }),
  repoCacheID: t.string({
    description:
      'Names what is kept of the repository for the next time, so that only what is new is fetched.',
  }),
  repoTreeURL: t.string({
    description:
      'Prefix of the addresses of its files, for people. Absent keeps what was said of the branch; ' +
      'a user, a password and a query in it are dropped.',
  }),
  repoCommitURL: t.string({
    description:
      'Prefix of the addresses of its commits, for people; a user, a password and a query in it ' +
      'are dropped.',
  }),
  repoProjectDirectory: t.string({
    description: 'The part of the repository that is the space; absent for all of it.',
  }),
  timestamp: t.field({
    type: 'DateTime',
    description: 'When the event was that this is for: one older than the last changes nothing.',
  }),
  gitInfo: t.field({
    type: GitInfoInput,
    description: 'Host of the repository. If absent, the previous value is kept.',
  }),
});

const JOB_DESCRIPTION = 'The job that does the work and reports the result.';

mutationField('importGitRepository', {
  description:
    'Starts an import of a branch of a git repository into the primary content of a space. What ' +
    'was written in the space since both were the same is merged. Also works for a locked space: ' +
    'that takes no direct edits. Needs the level `create`.',
  rest: {
    routes: { importGitRepository: 'POST /v1/spaces/{spaceId}/git/import' },
    status: 204,
  },
  inputDescription: 'Repository to import, and options of the import.',
  inputSchema: gitImport,
  inputFields: (t) => ({
    ...repositoryInputFields(t),
    force: t.boolean({
      description:
        'Whether it is done also for an older event, and all is read again though the last ' +
        'commit was imported or exported already.',
    }),
    standalone: t.boolean({
      description: 'Whether it becomes a revision only, and the primary content stays as it is.',
    }),
  }),
  resolve: ({ spaceId, ...request }, context) => importGitRepository(context, spaceId, request),
  payload: (t) => ({ job: returned(t, Job, JOB_DESCRIPTION) }),
});

mutationField('exportToGitRepository', {
  description:
    'Starts an export of the primary content of a space to a branch of a git repository, as one ' +
    'commit of what changed. Needs the level `create`.',
  rest: {
    routes: { exportToGitRepository: 'POST /v1/spaces/{spaceId}/git/export' },
    status: 204,
  },
  inputDescription: 'Target repository and options of the export.',
  inputSchema: gitExport,
  inputFields: (t) => ({
    ...repositoryInputFields(t),
    commitMessage: t.string({ required: true, description: 'Message of the commit.' }),
    force: t.boolean({
      description:
        'Whether it is done also for an older event, and overwrites what the branch changed.',
    }),
  }),
  resolve: ({ spaceId, ...request }, context) => exportToGitRepository(context, spaceId, request),
  payload: (t) => ({ job: returned(t, Job, JOB_DESCRIPTION) }),
});

mutationField('forgetGitRepository', {
  description:
    'Forgets the git repository of a space; neither of both changes. Succeeds when there is ' +
    'none. Needs the level `create`.',
  rest: {
    routes: {
      deleteLegacyGitInstallation: 'DELETE /v1/spaces/{spaceId}/git/legacy-installation',
    },
  },
  inputDescription: 'Reference to the space.',
  inputFields: (t) => ({ spaceId: t.id({ required: true, description: 'Id of the space.' }) }),
  resolve: (input, context) => forgetGitRepository(context, input.spaceId),
  payload: (t) => ({ spaceId: given(t, 'spaceId', 'Id of the space, as given.') }),
});
