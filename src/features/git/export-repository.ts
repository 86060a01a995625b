import { z } from 'zod';
import { Addresses } from '../../addresses.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import type { Revision } from '../../database/generated/prisma/client.ts';
import { withCheckout, type Checkout } from '../../external/git/git-client.ts';
import { authorName } from '../../external/git/git-names.ts';
import { GitError } from '../../external/git/git-error.ts';
import type { JobContext } from '../../jobs/scheduled-job.ts';
import { defineJob, type RunningJob } from '../../jobs/job-definition.ts';
import { pluralize } from '../../lib/pluralize.ts';
import { truncate } from '../../lib/truncate.ts';
import { writeOntoHead } from '../content/import/onto-head.ts';
import { loadHead } from '../content/load-head.ts';
import { storeBlobs } from '../../revisions/store/content-store.ts';
import { revisionsById } from '../../revisions/store/revisions-by-id.ts';
import { contextOfJob } from '../jobs/context-of-job.ts';
import { moveSpaceHead } from '../spaces/move-space-head.ts';
import { lockSpaceAuthorized } from '../spaces/lock-space-authorized.ts';
import { findSpace } from '../spaces/space-access.ts';
import { userSource } from '../users/user-source.ts';
import { commitOf } from './commit-of.ts';
import { findBrokenLinks } from './export/broken-links.ts';
import { originChanges } from './export/origin-changes.ts';
import { planExport, type ExportPlan } from './export/plan-export.ts';
import { gitFailure, refusedAnyway } from './git-failures.ts';
import { gitJobInput } from './git-request.ts';
import { lastSyncedOf, findGitSync, isOutdated, OUTDATED, saveGitSync } from './git-sync-state.ts';
import { remoteOf, spaceOf } from './remote-of.ts';

const exportInput = gitJobInput.extend({
  commitMessage: z.string(),
  /** Settings of addresses of the app. */
  baseUrl: z.string().default(''),
  appUrl: z.string().optional(),
});
type Job = RunningJob<z.output<typeof exportInput>>;

/** Maximum number of attempts if others push to the branch meanwhile. */
const ROUNDS_MAX = 2;

/** Longest part of an address that is reported, in characters. */
const ADDRESS_LENGTH_MAX = 500;

const UNCHANGED = 'Nothing was written: the repository matches the space.';

/** Author address of commits, since users' addresses are private. */
const COMMIT_EMAIL = 'noreply@docgraph.invalid';

/** Job that writes the changes of a space to a branch of a git repository, as one commit. */
export const exportRepositoryJob = defineJob({
  kind: 'git-export',
  input: exportInput,
  steps: ['fetch', 'compare', 'push', 'finish'],
  attempts: 3,
  timeoutMs: 15 * 60_000,
  async run(job, jobContext) {
    await job.step('fetch');
    const context = await contextOfJob(job, jobContext, new Addresses(job.input));
    const bases: Bases = [];
    for (;;) {
      try {
        return await exportOnce(job, context, jobContext, bases);
      } catch (error) {
        const isMoved = error instanceof GitError && error.code === 'BRANCH_MOVED';
        if (!isMoved) throw gitFailure(error);
        if (new Set(bases).size < bases.length) throw refusedAnyway(error);
        if (bases.length >= ROUNDS_MAX) throw gitFailure(error);
      }
    }
  },
});

/** Base commits of the attempts in order; null for a branch without commits. */
type Bases = (string | null)[];

async function exportOnce(
  job: Job,
  context: Context,
  jobContext: JobContext,
  bases: Bases,
): Promise<string> {
  const { input } = job;
  const space = await findSpace(context, spaceOf(job), 'triggerGitSync');
  const sync = await findGitSync(context.db.prisma, space.id);
  if (isOutdated(sync, input)) return OUTDATED;
  const lastSynced = await lastSyncedOf(context.db.prisma, sync, input);
  return withCheckout(jobContext, remoteOf(job, space), async (checkout) => {
    await job.step('compare');
    const revision = await loadHead(context, space);
    const { directory, force } = input;
    const sides = { revision, lastSynced, checkout, directory, force };
    const plan = await planExport(context, sides);
    await job.step('push');
    const isKnown = lastSynced !== null && lastSynced.commitOid === checkout.commit?.oid;
    if (plan.changes.length === 0 && isKnown) return UNCHANGED;
    bases.push(checkout.commit?.oid ?? null);
    const commit = await push(job, context, checkout, plan);
    if (!commit) return UNCHANGED;
    await job.report(
      ...plan.changes.map(({ path, bytes }) => ({
        path,
        outcome: bytes ? 'written' : 'deleted',
      })),
    );
    await tellWithoutFile(job, plan);
    await reportBrokenLinks(job, context, revision, plan);
    await job.step('finish');
    await finish({ job, context, space, revision, plan, commit });
    if (plan.changes.length === 0) return UNCHANGED;
    return `The commit ${commit.oid} changes ${pluralize(plan.changes.length, 'file')}.`;
  });
}

function tellWithoutFile(job: Job, { withoutFile }: ExportPlan): Promise<void> {
  const message = 'It cannot be represented in a repository, and stays in the space only.';
  return job.report(...withoutFile.map((path) => ({ path, outcome: 'noted', message })));
}

async function reportBrokenLinks(
  job: Job,
  context: Context,
  revision: Row<'Revision'>,
  { files }: ExportPlan,
): Promise<void> {
  const paths = new Map(files.map(({ id, path }) => [id, path]));
  const links = await findBrokenLinks(context, revision, paths);
  await job.report(
    ...links.map(({ path, address }) => ({
      ...{ path, outcome: 'noted' },
      message: `The target of its link "${truncate(address, ADDRESS_LENGTH_MAX)}" does not exist.`,
    })),
  );
}

/** Pushes the differences. Without any, returns the current commit; null for empty content. */
async function push(
  { input, createdById }: Job,
  { loaders }: Context,
  checkout: Checkout,
  { changes }: ExportPlan,
): Promise<{ oid: string; message: string } | null> {
  if (changes.length === 0) return checkout.commit;
  const user =
    createdById === null ? null : await loaders.oneRegardlessOfAccess(userSource, createdById);
  const name = authorName(user?.displayName ?? '') || 'docgraph';
  const author = { name, email: COMMIT_EMAIL };
  const message = input.commitMessage;
  const { oid } = await checkout.push({ changes, message, author });
  return { oid, message };
}

/** Records the git origins of the content, and that both sides are in sync. */
async function finish({
  job,
  context,
  space,
  revision,
  plan,
  commit,
}: {
  job: Job;
  context: Context;
  space: Row<'Space'>;
  revision: Revision;
  plan: ExportPlan;
  commit: { oid: string; message: string };
}): Promise<void> {
  const { content, blobs } = await originChanges(context.db, revision, plan.files);
  const changes = {
    ...content,
    // If an earlier run was interrupted after its push, the commit is its own as well.
    git: commitOf(job.input, commit, commit.message.trim() === job.input.commitMessage.trim()),
  };
  await context.write(async (transaction) => {
    const held = await lockSpaceAuthorized(transaction, context.viewer, space.id, 'triggerGitSync');
    const [head] = await revisionsById(transaction, [held.revisionId]);
    const now = context.now();
    await storeBlobs(transaction, blobs);
    const written = await writeOntoHead(
      transaction,
      { tip: { branchId: space.id, head }, base: revision, changes },
      { authorId: context.viewer.id, now },
    );
    const to = written.revision.id;
    if (to !== head.id) {
      await moveSpaceHead(transaction, { spaceId: space.id, to, now });
    }
    const lastSynced = { commitOid: commit.oid, revisionId: written.incoming.id, now };
    await saveGitSync(transaction, space.id, job.input, lastSynced);
  });
}
