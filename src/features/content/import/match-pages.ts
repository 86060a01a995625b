import type { PageEntry } from '../../../revisions/store/entry.ts';
import { isWithoutFile } from '../../../revisions/store/page-form.ts';
import type { PageTree } from '../../../revisions/store/page-tree.ts';
import type { IncomingPage } from './incoming-content.ts';
import { Pairing } from './pairing.ts';

/** Pages of a folder with their pages in a revision; the other pages of the folder are new. */
export type Matches = ReadonlyMap<IncomingPage, PageEntry>;

/**
 * Matches pages of a folder with pages of a revision, so that ids are kept. Criteria in order: the
 * same file; the same text (a moved file); the same slug or title below the same parent; a group
 * with the same pages; an equal heading or link elsewhere; a unique title (a moved file with edited
 * links).
 */
export function matchPages(tree: PageTree, incoming: readonly IncomingPage[]): Matches {
  const matching = new Matching(
    [...tree.walk()].flatMap(({ page }) => (isWithoutFile(page) ? [] : [page])),
    incoming,
  );
  matching.by(
    (entry) => entry.git?.path,
    ({ page }) => (page.type === 'document' ? page.path : undefined),
  );
  matching.by(
    (entry) => entry.source && JSON.stringify([entry.source, entry.title]),
    ({ page, source }) => source && JSON.stringify([source.blob, page.title]),
  );
  matching.by(
    (entry) => entry.source,
    ({ source }) => source?.blob,
  );
  matching.byPlace();
  matching.groupsByPages();
  matching.by(
    (entry) =>
      entry.source ? undefined : JSON.stringify([entry.type, entry.title, nameOf(entry)]),
    (page) =>
      page.source ? undefined : JSON.stringify([page.page.type, page.page.title, nameIn(page)]),
  );
  matching.byOnlyTitle();
  return matching.found;
}

class Matching extends Pairing<PageEntry, IncomingPage> {
  /** Matches from the top down: below the same parent, by slug, or else by title. */
  byPlace(): void {
    const byName = this.queuesBy((entry) => placeKey(entry.type, entry.parent, nameOf(entry)));
    const byTitle = this.queuesBy(({ type, parent, title }) => placeKey(type, parent, title));
    const firstFree = (queue: readonly PageEntry[] | undefined) =>
      queue?.find(({ id }) => this.free.has(id));
    for (const incoming of this.unmatched()) {
      const { page, parent } = incoming;
      const parentEntry = parent && this.found.get(parent);
      if (parent && !parentEntry) continue;
      const parentId = parentEntry?.id ?? null;
      const entry =
        firstFree(byName.get(placeKey(page.type, parentId, nameIn(incoming)))) ??
        firstFree(byTitle.get(placeKey(page.type, parentId, page.title)));
      if (entry) this.claim(incoming, entry);
    }
  }

  /** Returns the unmatched documents whose title is unique. */
  byOnlyTitle(): void {
    const documents = this.unmatched().filter(({ page }) => page.type === 'document');
    const counts = new Map<string, number>();
    for (const { page } of documents) counts.set(page.title, (counts.get(page.title) ?? 0) + 1);
    const byTitle = this.queuesBy(({ type, title }) => (type === 'document' ? title : undefined));
    for (const incoming of documents) {
      const { title } = incoming.page;
      const [entry, ...others] = byTitle.get(title) ?? [];
      if (entry && others.length === 0 && counts.get(title) === 1) this.claim(incoming, entry);
    }
  }

  /** Matches a renamed group by its pages: most of them were in it before. */
  groupsByPages(): void {
    const votes = new Map<IncomingPage, Map<string, number>>();
    for (const [{ parent }, entry] of this.found) {
      if (!parent || entry.parent === null) continue;
      const counts = votes.get(parent) ?? new Map<string, number>();
      counts.set(entry.parent, (counts.get(entry.parent) ?? 0) + 1);
      votes.set(parent, counts);
    }
    for (const incoming of this.unmatched()) {
      if (incoming.page.type !== 'group') continue;
      const [most] = [...(votes.get(incoming) ?? [])].toSorted(([, a], [, b]) => b - a);
      const entry = most && this.free.get(most[0]);
      if (entry?.type === 'group') this.claim(incoming, entry);
    }
  }
}

/** Returns what identifies a page among its siblings: its slug, or the URL of a link. */
function nameOf({ slug, target }: PageEntry): string {
  return target?.kind === 'url' ? target.url : slug;
}

function nameIn({ page }: IncomingPage): string {
  return page.type === 'link' ? page.href : page.slug;
}

function placeKey(type: string, parentId: string | null, name: string): string {
  return JSON.stringify([type, parentId, name]);
}
