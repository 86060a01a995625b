import { readerOf, type PrismaTransaction } from '../../../database/database.ts';
import type { Revision } from '../../../database/generated/prisma/client.ts';
import { contentStoreOf } from './content-reader.ts';
import { loadPageTrees } from './content-store.ts';
import type { ContentRef, PageEntry } from './entry.ts';
import { applyToRevision, createFirstRevision, type Authorship } from './write-revision.ts';

/**
 * Writes the first revision of a space, with all that a revision of another space holds: chunks and
 * texts are shared, and what the content says of itself by ids goes on to hold. Only references
 * that name the other space are rewritten. The link to a git repository is no content.
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

/** A page whose references to one space lead to another; null when it has none. */
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
