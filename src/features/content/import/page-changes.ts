import { canonicalJson } from '../../../lib/canonical-json.ts';
import { newId } from '../../../lib/id.ts';
import { isWithoutFile } from '../../../revisions/store/page-form.ts';
import type { CoverReference, DocsDocument } from '../../../document/docs-folder/docs-folder.ts';
import type { ContentRef, PageCover, PageEntry } from '../../../revisions/store/entry.ts';
import type { PageTree } from '../../../revisions/store/page-tree.ts';
import type { Changes } from '../../../revisions/store/trie.ts';
import type { IncomingPage } from './incoming-content.ts';
import { keepPositions } from '../../../revisions/merge/keep-positions.ts';
import { keepSlugs } from './keep-slugs.ts';
import { matchPages, type Matches } from './match-pages.ts';

export interface PageChangesContext {
  /** Ids of files by path in the folder. */
  fileIds: ReadonlyMap<string, string>;
  now: Date;
  /** Ids of pages whose variables come from their files. */
  variablesOfFiles: ReadonlySet<string>;
}

/** The position and slug of a page. */
export type PagePlacement = Pick<PageEntry, 'id' | 'parent' | 'position' | 'slug'>;

/**
 * Returns the changes from the pages of a revision to those of a folder. Unchanged pages are not
 * written. Pages missing in the folder are deleted, except for those that a folder cannot express.
 */
export function pageChanges(
  tree: PageTree,
  incoming: readonly IncomingPage[],
  context: PageChangesContext,
): Changes<PageEntry> {
  const matches = matchPages(tree, incoming);
  const places = placesOf(tree, incoming, matches);
  const changes = new Map<string, PageEntry | null>(
    [...tree.walk()].flatMap(({ page }) => (isWithoutFile(page) ? [] : [[page.id, null] as const])),
  );
  for (const page of incoming) {
    const place = places.get(page);
    if (!place) throw new Error('A page of the folder got no place.');
    const known = matches.get(page);
    const entry = pageEntryOf(page, place, known, context);
    if (known && isSame(known, entry)) changes.delete(entry.id);
    else changes.set(entry.id, entry);
  }
  keepWithoutFile(tree, changes);
  return changes;
}

/** Keeps pages without a file. If their parent is deleted, they move to the top level. */
function keepWithoutFile(tree: PageTree, changes: Map<string, PageEntry | null>): void {
  for (const { page } of tree.walk()) {
    const isLost = page.parent !== null && changes.get(page.parent) === null;
    if (isWithoutFile(page) && isLost) changes.set(page.id, { ...page, parent: null });
  }
}

function placesOf(
  tree: PageTree,
  incoming: readonly IncomingPage[],
  matches: Matches,
): Map<IncomingPage, PagePlacement> {
  const ids = new Map(incoming.map((page) => [page, matches.get(page)?.id ?? newId('Page')]));
  const places = new Map<IncomingPage, PagePlacement>();
  for (const [parentPage, siblings] of siblingsOf(incoming)) {
    const parent = parentPage && (ids.get(parentPage) ?? null);
    const current = siblings.map((page) => {
      const known = matches.get(page);
      return known && known.parent === parent ? known.position : null;
    });
    const positions = keepPositions(current);
    const slugs = keepSlugs(siblings, matches, slugsWithoutFile(tree, parent));
    for (const [index, page] of siblings.entries()) {
      const [id, position] = [ids.get(page) ?? '', positions[index] ?? ''];
      places.set(page, { id, parent, position, slug: slugs[index] ?? '' });
    }
  }
  return places;
}

/** Returns the slugs of siblings that are not in the folder. */
function slugsWithoutFile(tree: PageTree, parent: string | null): string[] {
  const beside = tree
    .children(parent)
    .filter((page) => page.type !== 'link' && isWithoutFile(page));
  return beside.map(({ slug }) => slug);
}

function siblingsOf(incoming: readonly IncomingPage[]): Map<IncomingPage | null, IncomingPage[]> {
  const groups = new Map<IncomingPage | null, IncomingPage[]>();
  for (const page of incoming) {
    const group = groups.get(page.parent);
    if (group) group.push(page);
    else groups.set(page.parent, [page]);
  }
  return groups;
}

/** Returns the entry of a folder's page at a position, based on its known entry if any. */
export function pageEntryOf(
  incoming: IncomingPage,
  place: PagePlacement,
  known: PageEntry | undefined,
  context: PageChangesContext,
): PageEntry {
  const { page } = incoming;
  const updatedAt = context.now.toISOString();
  const common = {
    ...place,
    title: page.title,
    // Keeps the condition if the folder sets none.
    ...(known?.condition !== undefined && { condition: known.condition }),
    createdAt: known?.createdAt ?? updatedAt,
    updatedAt,
  };
  switch (page.type) {
    case 'document':
      return {
        ...common,
        type: 'document',
        ...attributesOf(page, context),
        ...sourceOf(page, incoming),
        ...variablesOf(page, known, context),
      };
    case 'group':
      return { ...common, type: 'group' };
    case 'link':
      return { ...common, type: 'link', target: { kind: 'url', url: page.href } };
  }
}

/**
 * Returns the variables of the front matter. Without any, keeps the others, unless they came from
 * an earlier front matter.
 */
function variablesOf(
  { variables }: DocsDocument,
  known: PageEntry | undefined,
  { variablesOfFiles }: PageChangesContext,
): Pick<PageEntry, 'variables'> {
  const kept = known && !variablesOfFiles.has(known.id) ? known.variables : undefined;
  const all = variables ?? kept ?? {};
  return Object.keys(all).length === 0 ? {} : { variables: all };
}

/** Returns the attributes in the front matter, omitting those without a value. */
function attributesOf(page: DocsDocument, context: PageChangesContext): Partial<PageEntry> {
  const { cover, condition, layout, description, icon, emoji } = page;
  const { hidden, noIndex, noRobotsIndex } = page;
  const texts = { description, icon, emoji };
  const attributes = { ...texts, hidden, noIndex, noRobotsIndex, condition, layout };
  return {
    ...(Object.fromEntries(
      Object.entries(attributes).filter(([, value]) => value !== undefined),
    ) as Partial<PageEntry>),
    ...(cover && { cover: coverOf(cover, context) }),
  };
}

function coverOf(
  { ref, refDark, yPos }: NonNullable<DocsDocument['cover']>,
  { fileIds }: PageChangesContext,
): PageCover {
  const refs = {
    ref: ref && contentRef(ref, fileIds),
    refDark: refDark && contentRef(refDark, fileIds),
  };
  return {
    ...(refs.ref && { ref: refs.ref }),
    ...(refs.refDark && { refDark: refs.refDark }),
    yPos: yPos ?? 0,
  };
}

/** Returns undefined for a file that could not be read. */
function contentRef(
  reference: CoverReference,
  fileIds: ReadonlyMap<string, string>,
): ContentRef | undefined {
  if (reference.kind === 'url') return reference;
  const file = fileIds.get(reference.path);
  return file === undefined ? undefined : { kind: 'file', file };
}

function sourceOf(
  { path, frontMatter }: DocsDocument,
  { source }: IncomingPage,
): Partial<PageEntry> {
  if (!source || path === undefined) return {};
  return {
    source: source.blob,
    sourceStart: Buffer.byteLength(frontMatter),
    git: { oid: source.oid, path },
  };
}

function isSame(known: PageEntry, entry: PageEntry): boolean {
  return canonicalJson({ ...entry, updatedAt: known.updatedAt }) === canonicalJson(known);
}
