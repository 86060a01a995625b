import type { Row } from '../../builder.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import type { Revision } from '../../database/generated/prisma/client.ts';
import { decodeUrlPart } from '../../lib/decode-url-part.ts';
import { revisionOfSpace } from '../../revisions/store/revisions-by-id.ts';
import type { GitJobInput } from './git-request.ts';

/** State of both sides at the last sync. */
export interface LastSynced {
  commitOid: string;
  revision: Revision;
}

/** Finds the git repository of a space; null if it has none. */
export function findGitSync(
  transaction: PrismaTransaction,
  spaceId: string,
): Promise<Row<'GitSync'> | null> {
  return transaction.gitSync.findUnique({ where: { spaceId } });
}

/** Checks whether a newer event of the same branch has been handled already. */
export function isOutdated(sync: Row<'GitSync'> | null, input: GitJobInput): boolean {
  const { eventAt, force } = input;
  if (force || eventAt === null || !sync?.eventAt) return false;
  return isSameBranch(sync, input) && new Date(eventAt) < sync.eventAt;
}

function isSameBranch(
  sync: Row<'GitSync'> | null,
  { url, ref, directory }: GitJobInput,
): sync is Row<'GitSync'> {
  return sync?.repositoryUrl === url && sync.ref === ref && sync.directory === directory;
}

/** Result of a job whose event is older than the last one handled. */
export const OUTDATED = 'Nothing changed: a newer event was handled already.';

/**
 * Returns the state at the last sync; null for another branch, or if its revision no longer exists.
 */
export async function lastSyncedOf(
  transaction: PrismaTransaction,
  sync: Row<'GitSync'> | null,
  input: GitJobInput,
): Promise<LastSynced | null> {
  if (!isSameBranch(sync, input)) return null;
  const revision = await revisionOfSpace(transaction, sync.spaceId, sync.revisionId);
  return revision && { commitOid: sync.commitOid, revision };
}

/**
 * Records that a commit and a revision are in sync. Hosting details that an event omits keep their
 * previous values: the fields are optional, and manual imports state only the address (interface,
 * Git). Nothing is kept for another repository, nor the file prefix for another branch.
 */
export async function saveGitSync(
  transaction: PrismaTransaction,
  spaceId: string,
  input: GitJobInput,
  lastSynced: { commitOid: string; revisionId: string; now: Date },
): Promise<void> {
  const { now, commitOid, revisionId } = lastSynced;
  const known = await findGitSync(transaction, spaceId);
  const before = isSameBranch(known, input) ? known.eventAt : null;
  const events = [input.eventAt ?? 0, before ?? 0];
  const newest = Math.max(...events.map((time) => new Date(time).getTime()));
  const data = {
    repositoryUrl: input.url,
    ref: input.ref,
    directory: input.directory,
    repositoryName: repositoryName(input.url),
    treeUrl: treeUrlOf(known, input),
    provider: input.provider ?? (known?.repositoryUrl === input.url ? known.provider : null),
    commitOid,
    revisionId,
    eventAt: newest === 0 ? null : new Date(newest),
    updatedAt: now,
  };
  await transaction.gitSync.upsert({
    where: { spaceId },
    create: { spaceId, ...data },
    update: data,
  });
}

/**
 * Returns the prefix of file addresses. The previous one is kept unless the provider has changed.
 */
function treeUrlOf(
  known: Row<'GitSync'> | null,
  { url, ref, treeUrl, providerUrl }: GitJobInput,
): string {
  const isSame = known?.repositoryUrl === url && known.ref === ref;
  const isKept = isSame && (providerUrl === null || known.treeUrl.startsWith(providerUrl));
  return treeUrl ?? (isKept ? known.treeUrl : (providerUrl ?? url));
}

/** Returns `owner/name` from the address of a repository. */
function repositoryName(url: string): string {
  const path = new URL(url).pathname.replaceAll(/^\/+|\/+$/g, '').replace(/\.git$/, '');
  return path === '' ? new URL(url).host : decodeUrlPart(path);
}
