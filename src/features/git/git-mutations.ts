import { enumType } from '../../builder/declare-types.ts';
import { inputIdField, mutationField, returnedField } from '../../builder/mutation-field.ts';
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
      'Clone URL of the repository, http or https, without a query. A user and a password or token in it are stored encrypted until the job ends, and never shown.',
  }),
  ref: t.string({ required: true, description: 'The branch: `refs/heads/` and its name.' }),
  repoCacheID: t.string({
    description:
      'Key of the cache of the repository, so that the next job fetches new commits only.',
  }),
  repoTreeURL: t.string({
    description:
      'Prefix of the web addresses of its files; that of the last job for the branch if absent. A user, a password and a query in it are dropped.',
  }),
  repoCommitURL: t.string({
    description:
      'Prefix of the web addresses of its commits. A user, a password and a query in it are dropped.',
  }),
  repoProjectDirectory: t.string({
    description:
      'Directory of the repository that contains the space; the whole repository if absent.',
  }),
  timestamp: t.field({
    type: 'DateTime',
    description:
      'Time of the event that causes it. An event older than the last one has no effect.',
  }),
  gitInfo: t.field({
    type: GitInfoInput,
    description: 'Host of the repository. If absent, the previous value is kept.',
  }),
});

const JOB_DESCRIPTION = 'The job that does the work and reports the result.';

mutationField('importGitRepository', {
  description:
    'Starts an import of a branch of a git repository into the primary content of a space. Edits in the space since the last sync are merged. Also works for a locked space. Needs the level `create`.',
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
        'Whether to import also for an older event, and to read all files again if the last commit was already imported or exported.',
    }),
    standalone: t.boolean({
      description:
        'Whether to create a detached revision only: the primary content stays unchanged.',
    }),
  }),
  resolve: ({ spaceId, ...request }, context) => importGitRepository(context, spaceId, request),
  payload: (t) => ({ job: returnedField(t, Job, JOB_DESCRIPTION) }),
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
        'Whether to export also for an older event, and to overwrite changes in the branch.',
    }),
  }),
  resolve: ({ spaceId, ...request }, context) => exportToGitRepository(context, spaceId, request),
  payload: (t) => ({ job: returnedField(t, Job, JOB_DESCRIPTION) }),
});

mutationField('forgetGitRepository', {
  description:
    'Forgets the git repository of a space. Neither the space nor the repository changes. Succeeds if there is none. Needs the level `create`.',
  rest: {
    routes: {
      deleteLegacyGitInstallation: 'DELETE /v1/spaces/{spaceId}/git/legacy-installation',
    },
  },
  inputDescription: 'Reference to the space.',
  inputFields: (t) => ({ spaceId: t.id({ required: true, description: 'Id of the space.' }) }),
  resolve: (input, context) => forgetGitRepository(context, input.spaceId),
  payload: (t) => ({ spaceId: inputIdField(t, 'spaceId', 'Id of the space, as given.') }),
});
