import { z } from 'zod';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { staleRevision } from '../../errors.ts';
import { withCheckout, type Checkout } from '../../external/git/git-client.ts';
import { defineJob, type RunningJob } from '../../jobs/job-definition.ts';
import {
  folderChanges,
  importDocsFolder,
  type ImportResult,
} from '../content/import/import-docs-folder.ts';
import { loadHead } from '../content/load-head.ts';
import { writeDetachedRevision } from '../../revisions/store/write-revision.ts';
import { contextOfJob } from '../jobs/context-of-job.ts';
import { moveSpaceHead } from '../spaces/move-space-head.ts';
import { lockSpaceAuthorized } from '../spaces/lock-space-authorized.ts';
import { findSpace } from '../spaces/space-access.ts';
import { commitOf } from './commit-of.ts';
import { gitFailure, nothingThere } from './git-failures.ts';
import { gitJobInput } from './git-request.ts';
import {
  lastSyncedOf,
  findGitSync,
  isOutdated,
  OUTDATED,
  saveGitSync,
  type LastSynced,
} from './git-sync-state.ts';
import { skipUnchangedCommit } from './skip-unchanged-commit.ts';
import { readCheckout, type ReadCheckout } from './read-checkout.ts';
import { remoteOf, spaceOf } from './remote-of.ts';

const importInput = gitJobInput.extend({ standalone: z.boolean() });
type ImportInput = z.output<typeof importInput>;
type Job = RunningJob<ImportInput>;
type Fetched = NonNullable<Checkout['commit']>;

/**
 * Job that imports a branch of a git repository into the primary content of a space. It also works
 * on a locked space, like a merge: a lock covers the flag `edit`, while `merge` and
 * `triggerGitSync` are separate flags (interface, Space).
 */
export const importRepositoryJob = defineJob({
  kind: 'git-import',
  input: importInput,
  steps: ['fetch', 'read', 'store', 'finish'],
  attempts: 3,
  timeoutMs: 15 * 60_000,
  async run(job, jobContext) {
    await job.step('fetch');
    const context = await contextOfJob(job, jobContext);
    const space = await findSpace(context, spaceOf(job), 'triggerGitSync');
    const sync = await findGitSync(context.db.prisma, space.id);
    if (isOutdated(sync, job.input)) return OUTDATED;
    const knownCommit = await knownCommitOf({ job, context, space, sync });
    try {
      return await withCheckout(jobContext, remoteOf(job, space, knownCommit), (checkout) =>
        checkout.isKnown
          ? skipUnchangedCommit(context, job, space.id)
          : importCheckout({ job, context, space, sync }, checkout),
      );
    } catch (error) {
      throw gitFailure(error);
    }
  },
});

interface Importing {
  job: Job;
  context: Context;
  space: Row<'Space'>;
  sync: Row<'GitSync'> | null;
}

/** Returns the synced commit, which need not be read again unless forced. */
async function knownCommitOf({ job, context, sync }: Importing): Promise<string | null> {
  if (job.input.standalone || job.input.force) return null;
  const lastSynced = await lastSyncedOf(context.db.prisma, sync, job.input);
  return lastSynced?.commitOid ?? null;
}

async function importCheckout(importing: Importing, checkout: Checkout): Promise<string> {
  const { job } = importing;
  const { commit } = checkout;
  if (!commit) throw nothingThere(checkout.isEmpty, job.input.ref);
  await job.step('read');
  const read = await readCheckout(checkout, job.input.directory);
  await job.report(
    ...read.folder.skipped.map(({ path, reason, isTaken }) => ({
      ...{ path, outcome: isTaken ? 'noted' : 'skipped', message: reason },
    })),
  );
  await job.step('store');
  return job.input.standalone
    ? importAside(importing, commit, read)
    : importIntoPrimary(importing, commit, read);
}

/** Writes a detached revision. The primary content and the sync state remain unchanged. */
async function importAside(
  { job, context, space }: Importing,
  commit: Fetched,
  read: ReadCheckout,
): Promise<string> {
  const head = await loadHead(context, space);
  const changes = await folderChanges(context, head, read);
  await job.step('finish');
  const { id } = await context.write(async (transaction) => {
    await lockSpaceAuthorized(transaction, context.viewer, space.id, 'triggerGitSync');
    const git = commitOf(job.input, commit, false);
    const authorship = { authorId: context.viewer.id, now: context.now() };
    return writeDetachedRevision(transaction, head, { ...changes, git }, authorship);
  });
  return `The revision ${id} has the content of the commit ${commit.oid}.`;
}

async function importIntoPrimary(
  { job, context, space, sync }: Importing,
  commit: Fetched,
  { folder, source }: ReadCheckout,
): Promise<string> {
  const { input } = job;
  const head = await loadHead(context, space);
  const lastSynced: LastSynced | null = await lastSyncedOf(context.db.prisma, sync, input);
  const result = await importDocsFolder(context, {
    folder,
    source,
    tip: { branchId: space.id, head },
    ...(lastSynced && { base: lastSynced.revision }),
    git: commitOf(input, commit, false),
    onProgress: (stored, total) => void job.step('store', stored / total).catch(() => {}),
    hold: (transaction) => holdFor(transaction, { job, context, space }, head.id),
    advance: (transaction, revision) =>
      moveSpaceHead(transaction, {
        ...{ spaceId: space.id, to: revision.id, now: revision.createdAt },
      }),
    settle: (transaction, incoming) =>
      saveGitSync(transaction, space.id, input, {
        ...{ commitOid: commit.oid, revisionId: incoming.id, now: context.now() },
      }),
  }).catch((error: unknown) => {
    if (error instanceof Outdated) return null;
    throw error;
  });
  return result ? tell(job, head.id, result) : OUTDATED;
}

/** Signals that an event is older than one handled before. */
class Outdated extends Error {
  override name = 'Outdated';
}

/**
 * Locks the space, whose head must not have moved.
 *
 * @throws Outdated, and as lockSpaceAuthorized does
 */
async function holdFor(
  transaction: PrismaTransaction,
  { job, context, space }: Pick<Importing, 'job' | 'context' | 'space'>,
  headId: string,
): Promise<void> {
  const held = await lockSpaceAuthorized(transaction, context.viewer, space.id, 'triggerGitSync');
  if (isOutdated(await findGitSync(transaction, space.id), job.input)) throw new Outdated();
  if (held.revisionId !== headId) throw staleRevision(headId, held.revisionId);
}

async function tell(job: Job, headId: string, result: ImportResult): Promise<string> {
  const { revision, conflicts, importedResources, totalResources } = result;
  await job.report(
    ...conflicts.map(({ id, subject, attribute }) => ({
      path: id,
      outcome: 'conflict',
      message: `Both sides changed "${attribute}" of the ${subject}: the value of the repository was kept.`,
    })),
  );
  if (revision.id === headId) return 'Nothing changed: the space matches the repository.';
  return `${importedResources} of ${totalResources} pages and files were imported.`;
}
