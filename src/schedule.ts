import { exportRepositoryJob } from './features/git/export-repository.ts';
import { importRepositoryJob } from './features/git/import-repository.ts';
import { purgeInvitations } from './features/invites/purge-invitations.ts';
import { purgeChangeLog } from './features/live/purge-change-log.ts';
import { refreshComputedPages } from './features/openapi-specs/computed/refresh-computed-pages.ts';
import { processOpenApiSpec } from './features/openapi-specs/processing/process-openapi-spec.ts';
import { refreshOpenApiSpecs } from './features/openapi-specs/processing/refresh-openapi-specs.ts';
import { purgeGeneratedFiles } from './features/purge/purge-generated-files.ts';
import { purgeContent } from './features/purge/purge-content.ts';
import { purgeSpaces } from './features/purge/purge-spaces.ts';
import { indexSpaces } from './features/spaces/index-spaces.ts';
import { purgeSamlLogins } from './features/sso/login/purge-saml-logins.ts';
import { translateSpace } from './features/translations/translate-space-job.ts';
import { purgeApiTokens } from './features/users/purge-api-tokens.ts';
import { purgeIdempotentWrites } from './idempotency/purge-idempotent-writes.ts';
import type { ScheduledJob } from './jobs/scheduled-job.ts';
import type { JobDefinition } from './jobs/job-definition.ts';
import { reapJobs } from './jobs/reap-jobs.ts';
import type { Work } from './jobs/start-worker.ts';

/** Jobs that run on a schedule. */
const schedule: readonly ScheduledJob[] = [
  { name: 'index-spaces', schedule: '* * * * *', run: indexSpaces },
  { name: 'purge-spaces', schedule: '7 * * * *', run: purgeSpaces },
  { name: 'purge-generated-files', schedule: '12 * * * *', run: purgeGeneratedFiles },
  { name: 'purge-content', schedule: '22 * * * *', run: purgeContent },
  { name: 'purge-invitations', schedule: '37 2 * * *', run: purgeInvitations },
  { name: 'purge-api-tokens', schedule: '52 2 * * *', run: purgeApiTokens },
  { name: 'purge-saml-logins', schedule: '17 * * * *', run: purgeSamlLogins },
  { name: 'purge-idempotent-writes', schedule: '47 * * * *', run: purgeIdempotentWrites },
  { name: 'purge-change-log', schedule: '*/5 * * * *', run: purgeChangeLog },
  { name: 'refresh-computed-pages', schedule: '*/5 * * * *', run: refreshComputedPages },
  { name: 'refresh-openapi-specs', schedule: '*/10 * * * *', run: refreshOpenApiSpecs },
  { name: 'reap-jobs', schedule: '*/5 * * * *', run: reapJobs },
];

/** Jobs that requests start. */
const jobs: readonly JobDefinition[] = [
  importRepositoryJob,
  exportRepositoryJob,
  processOpenApiSpec,
  translateSpace,
];

/** All jobs that a worker runs. */
export const work: Work = { schedule, jobs };
