import { readerOf, type PrismaTransaction } from '../../database/database.ts';
import type { Revision } from '../../database/generated/prisma/client.ts';
import { contentStoreOf } from './content-reader.ts';
import { loadPageTrees } from './content-store.ts';
import type { ContentRef, PageEntry } from './entry.ts';
import { applyToRevision, createFirstRevision, type Authorship } from './write-revision.ts';

/**
 * Writes the first revision of a space with the content of another space's revision. Chunks and
 * texts are shared, and references by id remain valid. Only references that name the other space
 * are rewritten. The git connection is not copied.
 */
export async function copyRevision(
  transaction: PrismaTransaction,
  revisionId: string,
  spaceId: string,
  authorship: Authorship,
): Promise<Revision> {
  const source = await transaction.revision.findUniqueOrThrow({ where: { id: revisionId } });
  const [tree] = await loadPageTrees(readerOf(transaction), [source.pagesHash]);
  const pages = new Map<string, PageEntry>();
  for (const { page } of tree?.walk() ?? []) {
    const moved = pointedTo(page, source.spaceId, spaceId);
    if (moved) pages.set(page.id, moved);
  }
  const content = await applyToRevision(contentStoreOf(transaction), source, { pages });
  return createFirstRevision(transaction, spaceId, authorship, content);
}

/** Returns a page whose references to one space are replaced with another; null if it has none. */
function pointedTo(page: PageEntry, from: string, to: string): PageEntry | null {
  const { target, cover } = page;
  if (![target, cover?.ref, cover?.refDark].some((ref) => spaceOf(ref) === from)) return null;
  const moved = <Ref extends ContentRef | undefined>(ref: Ref): Ref =>
    spaceOf(ref) === from ? { ...ref, space: to } : ref;
  return {
    ...page,
    ...(target && { target: moved(target) }),
    ...(cover && {
      cover: {
        ...cover,
        ...(cover.ref && { ref: moved(cover.ref) }),
        ...(cover.refDark && { refDark: moved(cover.refDark) }),
      },
    }),
  };
}

function spaceOf(ref: ContentRef | undefined): string | undefined {
  return ref && 'space' in ref ? ref.space : undefined;
}
