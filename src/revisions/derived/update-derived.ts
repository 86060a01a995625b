import type { PrismaTransaction } from '../../database/database.ts';
import type { Revision } from '../../database/generated/prisma/client.ts';
import { contentStoreOf, type ContentReader } from '../store/content-reader.ts';
import { emptyRoot } from '../store/content-store.ts';
import type { Body, FileEntry, PageEntry, ReusableContentEntry } from '../store/entry.ts';
import type { Difference, Differences } from '../store/trie-differences.ts';
import { compareContent } from '../store/update-content.ts';
import { contentIndexes, type ContentIndex, type IndexStep } from './content-index.ts';
import { deriveTexts } from './derive-texts.ts';
import { indexStatesOf, storeIndexState } from './index-states.ts';

/** Maximum number of rows that one statement deletes. */
const REMOVED_MAX = 5000;

/**
 * Updates derived data to a newly written revision: text derivations on every branch, indexes for
 * primary content only. An index that was not at the previous revision is left to the job that
 * catches up.
 *
 * @param before the previous revision; null for the first one of a space
 */
export async function updateDerived(
  transaction: PrismaTransaction,
  before: Revision | null,
  after: Revision,
): Promise<void> {
  const differences = await compareRevisions(contentStoreOf(transaction), before, after);
  await deriveTexts(transaction, newBodies(differences));
  if (after.branchId !== after.spaceId) return;
  const states = before && (await indexStatesOf(transaction, after.spaceId));
  const step = { spaceId: after.spaceId, before, after, ...differences };
  const current = [...contentIndexes.values()].filter(({ name, version }) => {
    const state = states?.get(name);
    return before === null || (state?.version === version && state.revisionId === before.id);
  });
  await Promise.all(current.map((index) => advance(transaction, index, step)));
}

/**
 * Updates every index to the head of a locked space. An index at an earlier revision processes the
 * differences; one of another version is rebuilt.
 */
export async function catchUpIndexes(
  transaction: PrismaTransaction,
  head: Revision,
): Promise<void> {
  const { spaceId } = head;
  const states = await indexStatesOf(transaction, spaceId);
  for (const index of contentIndexes.values()) {
    const state = states.get(index.name);
    const before =
      state?.version === index.version
        ? await transaction.revision.findUnique({ where: { id: state.revisionId } })
        : null;
    if (before?.id === head.id) continue;
    if (!before) {
      while ((await index.remove(transaction, spaceId, REMOVED_MAX)) > 0);
    }
    const differences = await compareRevisions(contentStoreOf(transaction), before, head);
    await deriveTexts(transaction, newBodies(differences));
    await advance(transaction, index, { spaceId, before, after: head, ...differences });
  }
}

async function advance(
  transaction: PrismaTransaction,
  index: ContentIndex,
  step: IndexStep,
): Promise<void> {
  await index.update(transaction, step);
  await storeIndexState(transaction, step.spaceId, {
    name: index.name,
    version: index.version,
    revisionId: step.after.id,
  });
}

type RevisionDifferences = Pick<IndexStep, 'pages' | 'files' | 'reusableContents'>;

async function compareRevisions(
  reader: ContentReader,
  before: Revision | null,
  after: Revision,
): Promise<RevisionDifferences> {
  const roots = (part: 'pagesHash' | 'filesHash' | 'reusableContentsHash') =>
    [before?.[part] ?? emptyRoot, after[part]] as const;
  const [pages, files, reusableContents] = await Promise.all([
    compareContent<PageEntry>(reader, ...roots('pagesHash')),
    compareContent<FileEntry>(reader, ...roots('filesHash')),
    compareContent<ReusableContentEntry>(reader, ...roots('reusableContentsHash')),
  ]);
  return { pages, files, reusableContents };
}

/** Returns the texts that may be new in the later revision. */
function newBodies({ pages, reusableContents }: RevisionDifferences): Body[] {
  return [...changedBodies(pages), ...changedBodies(reusableContents)];
}

function changedBodies(differences: Differences<Body & { id: string }>): Body[] {
  return [...differences.values()].flatMap(({ before, after }: Difference<Body>) =>
    after?.source === undefined ||
    (after.source === before?.source && after.sourceStart === before.sourceStart)
      ? []
      : [after],
  );
}
