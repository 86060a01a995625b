import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { referenceAddress } from '../../document/reference-addresses.ts';
import type { FileEntry, PageEntry, ReusableContentEntry } from '../../revisions/store/entry.ts';
import type { PageTree } from '../../revisions/store/page-tree.ts';
import type { LinkGraph } from '../links/link-graph.ts';
import { targetKey, type LinkTarget } from '../links/link-target.ts';
import { linksOfText } from '../links/load-link-graph.ts';
import { resolveLinks } from '../links/resolve-links.ts';
import type { ContentReferenceValue } from '../links/content-reference-values.ts';
import type { BookTarget } from './book.ts';

/** Revision with the data needed to resolve its references. */
export interface BookRevision {
  revision: Row<'Revision'>;
  tree: PageTree;
  files: ReadonlyMap<string, FileEntry>;
  graph: LinkGraph;
}

/**
 * Resolves the references in a text, by address. Targets that are missing or hidden from the viewer
 * are omitted; they become text without a link.
 */
export async function bookTargets(
  context: Context,
  content: BookRevision,
  entry: PageEntry | ReusableContentEntry,
): Promise<Map<string, BookTarget>> {
  const { graph, revision } = content;
  const { links } = await linksOfText(context, entry);
  const resolved = links.map(({ ref }) => ({
    address: referenceAddress(ref),
    ...graph.resolve(ref, entry.id),
  }));
  const outside = graph.usagesIn(entry.id).filter(({ target }) => isOutside(target));
  const found = new Map(
    (await resolveLinks(context, revision, outside)).map(({ target, isApp, reference }) => [
      targetKey(target, isApp),
      reference,
    ]),
  );
  const targets = new Map<string, BookTarget>();
  for (const { address, target, isApp } of resolved) {
    const bookTarget = isOutside(target)
      ? outsideTarget(context, found.get(targetKey(target, isApp)) ?? null)
      : insideTarget(context, content, target);
    if (bookTarget) targets.set(address, bookTarget);
  }
  return targets;
}

/** Checks whether the visibility of a target depends on the viewer. */
function isOutside({ kind }: LinkTarget): boolean {
  return kind === 'space' || kind === 'collection' || kind === 'user';
}

function insideTarget(
  { addresses }: Context,
  { revision, tree, files }: BookRevision,
  target: LinkTarget,
): BookTarget | undefined {
  switch (target.kind) {
    case 'page': {
      const page = tree.page(target.page);
      if (!page) return undefined;
      const { id, title } = page;
      const url = addresses.revision(revision, tree.path(id));
      return {
        kind: 'page',
        page: id,
        title,
        url,
        ...(target.anchor && { anchor: target.anchor }),
      };
    }
    case 'file': {
      const file = files.get(target.file);
      return file && { kind: 'file', file: file.id, name: file.name, size: file.size };
    }
    case 'reusable-content':
      return target;
    case 'url':
      return /^(?:https?|mailto|tel):/i.test(target.url) ? target : undefined;
    default:
      return undefined;
  }
}

function outsideTarget(
  { addresses }: Context,
  reference: ContentReferenceValue | null,
): BookTarget | undefined {
  switch (reference?.kind) {
    case 'page': {
      const { revision, tree, entry } = reference;
      const url = addresses.revision(revision, tree.path(entry.id));
      return { kind: 'url', url, title: entry.title };
    }
    case 'space': {
      const { space } = reference;
      return { kind: 'url', url: addresses.space(space), title: space.title };
    }
    case 'collection': {
      const { collection } = reference;
      return { kind: 'url', url: addresses.collection(collection), title: collection.title };
    }
    case 'user':
      return { kind: 'name', title: reference.user.displayName };
    default:
      return undefined;
  }
}
