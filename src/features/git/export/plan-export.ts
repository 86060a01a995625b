import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../database/database.ts';
import type { Revision } from '../../../database/generated/prisma/client.ts';
import type { TreeChange } from '../../../external/git/build-tree.ts';
import type { Checkout } from '../../../external/git/git-client.ts';
import { isSameValue } from '../../../lib/same-value.ts';
import {
  loadRevisionEntries,
  type RevisionEntries,
} from '../../../revisions/store/load-revision-entries.ts';
import type { Variables } from '../../../revisions/store/entry.ts';
import { isWithoutFile } from '../../../revisions/store/page-form.ts';
import { diverged } from '../git-failures.ts';
import { openCheckout } from '../open-checkout.ts';
import { readPlaces } from '../read-places.ts';
import { contentFiles, originsOf, type ContentFile, type FilePlaces } from './content-files.ts';
import { RepositoryLinks, type RepositoryPaths } from './repository-links.ts';
import { outlineOfTree, type OutlinePage } from './page-outline.ts';
import { outlineReader } from './outline-reader.ts';
import { summaryChange } from './summary-change.ts';
import { variablesChange } from './variables-change.ts';

/** Planned export. */
export interface ExportPlan {
  /** Differences from the repository. */
  changes: TreeChange[];
  /** All files of the content, changed or not. */
  files: ContentFile[];
  /** Titles of the pages that a repository cannot represent. */
  withoutFile: string[];
}

interface Sides {
  revision: Row<'Revision'>;
  /** State at the last sync; null if there was none. */
  lastSynced: { revision: Revision; commitOid: string } | null;
  checkout: Pick<Checkout, 'commit' | 'files' | 'folder'>;
  directory: string;
  /** Whether changes in the repository are overwritten. */
  force: boolean;
}

/**
 * Compares content with a repository. Files that changed only in the repository since the last sync
 * are kept.
 *
 * @throws JobFailure when both sides changed the same file, or the repository's configuration is
 *   invalid
 */
export async function planExport(context: Context, sides: Sides): Promise<ExportPlan> {
  const { db } = context;
  const { revision, lastSynced, checkout, directory, force } = sides;
  const source = checkout.commit ? await openCheckout(checkout) : null;
  const { root, summaryPath, variablesPath } = await readPlaces(source, directory);
  const content = await loadRevisionEntries(db, revision);
  const before = lastSynced && (await loadRevisionEntries(db, lastSynced.revision));
  const remote = new Map(checkout.files.map(({ path, oid }) => [path, oid]));
  const linked = { context, revision, root };
  const linksOf = (known: RepositoryPaths) => new RepositoryLinks(linked, known);
  const places = {
    directory,
    root,
    taken: [summaryPath, variablesPath],
    lastSynced: before,
    linksOf,
  };
  const files = await filesBeside(db, { content, places, remote });
  const { changes, contested } = fileChanges(files, before, remote);
  if (contested.length > 0 && !force) throw diverged(contested);
  const variables = await variablesChange({
    ...{ source, path: variablesPath, force },
    variables: revision.variables as Variables,
    lastSynced: lastSynced && (lastSynced.revision.variables as Variables),
  });
  if (variables) changes.push(variables);
  const paths = new Map(files.map(({ id, path }) => [id, path]));
  const outline = outlineOfTree(content.pages, ({ id }) => paths.get(id));
  const isMoved = lastSynced !== null && lastSynced.commitOid !== checkout.commit?.oid;
  const isOwnTurn = !isMoved || force || !isSameOutline(before, outline);
  if (isOwnTurn) {
    const outlineWith = outlineReader(source, directory);
    const summary = await summaryChange({ source, outlineWith, changes, outline, summaryPath });
    if (summary) {
      const isContested = isMoved && source && !isSameOutline(before, await outlineWith([]));
      if (isContested && !force) throw diverged([summaryPath]);
      changes.push(summary);
    }
  }
  return { changes, files, withoutFile: titlesWithoutFile(content) };
}

function titlesWithoutFile({ pages }: RevisionEntries): string[] {
  return [...pages.walk()].flatMap(({ page }) => (isWithoutFile(page) ? [page.title] : []));
}

/**
 * Returns the files of content. New ones avoid the paths of files that exist only in the
 * repository.
 */
async function filesBeside(
  db: Database,
  {
    content,
    places,
    remote,
  }: { content: RevisionEntries; places: FilePlaces; remote: ReadonlyMap<string, string> },
): Promise<ContentFile[]> {
  const files = await contentFiles(db, content, places);
  if (!places.lastSynced) return files;
  const known = originsOf(places.lastSynced);
  const isOther = ({ path, oid }: ContentFile) =>
    remote.has(path) && remote.get(path) !== oid && !known.has(path);
  const others = files.filter(isOther).map(({ path }) => path);
  if (others.length === 0) return files;
  return contentFiles(db, content, { ...places, taken: [...places.taken, ...others] });
}

/** Returns the differences, and the paths that both sides changed; all are repository paths. */
function fileChanges(
  files: readonly ContentFile[],
  before: RevisionEntries | null,
  remote: ReadonlyMap<string, string>,
): { changes: TreeChange[]; contested: string[] } {
  const known = before ? originsOf(before) : new Map<string, string>();
  const wanted = new Map(files.map((file) => [file.path, file]));
  const changes: TreeChange[] = [];
  const contested: string[] = [];
  const isTheirs = (path: string) => before !== null && remote.get(path) !== known.get(path);
  for (const { path, oid, bytes } of files) {
    // A file that the space did not change is left to the repository.
    if (!bytes || remote.get(path) === oid || known.get(path) === oid) continue;
    if (isTheirs(path)) contested.push(path);
    changes.push({ path, bytes });
  }
  for (const path of known.keys()) {
    if (wanted.has(path) || !remote.has(path)) continue;
    if (isTheirs(path)) contested.push(path);
    changes.push({ path, bytes: null });
  }
  return { changes, contested };
}

function isSameOutline(before: RevisionEntries | null, outline: readonly OutlinePage[]): boolean {
  if (!before) return false;
  return isSameValue(
    outlineOfTree(before.pages, ({ git }) => git?.path),
    outline,
  );
}
