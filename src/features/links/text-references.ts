import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { includesOf } from '../../document/includes.ts';
import { referenceAddress } from '../../document/reference-addresses.ts';
import type { ContentReference } from '../../document/document-tree.ts';
import { downloadUrl, signerOf } from '../content/downloads/download-url.ts';
import { filesOf, reusableContentsOf } from '../content/load-content.ts';
import { loadContents, resolvedTree } from '../content/load-text.ts';
import type { PageNode } from '../content/page-node.ts';
import type { FileEntry, PageEntry, ReusableContentEntry } from '../../revisions/store/entry.ts';
import type { ContentReferenceValue } from './content-reference-values.ts';
import type { LinkTarget } from './link-target.ts';
import { linkGraphOf, linksOfText } from './load-link-graph.ts';
import { resolveLinks } from './resolve-links.ts';

/** A reference in a text, with its target. */
export interface TextReference {
  /** The reference as the text has it. */
  ref: ContentReference;
  address: string;
  title: string | null;
  url: string | null;
  /** Page of the same content. */
  page: PageEntry | null;
  anchor: string | null;
  file: FileEntry | null;
}

/** Addresses of the targets of references, for one kind of reader. */
export interface TargetUrls {
  /** Returns the address of a page of the same content; null if the reader does not have it. */
  page(id: string): string | null;
  /** Returns the address of other content; null if the reader does not have it. */
  other(reference: ContentReferenceValue): Promise<string | null> | string | null;
}

/** Returns the addresses of targets in the app. */
export function appUrls({ addresses }: Context, { revision, tree }: Content): TargetUrls {
  return {
    page: (id) => addresses.revision(revision, tree.path(id)),
    other(reference) {
      switch (reference.kind) {
        case 'page':
          return addresses.revision(reference.revision, reference.tree.path(reference.entry.id));
        case 'space':
          return addresses.space(reference.space);
        case 'collection':
          return addresses.collection(reference.collection);
        default:
          return null;
      }
    },
  };
}

type Content = Pick<PageNode, 'revision' | 'tree'>;

/**
 * Resolves the references in the text of a page, in its cover and in the contents that it includes.
 * Omits those without a target, and those whose target does not exist for the viewer.
 */
export async function textReferences(
  context: Context,
  page: PageNode,
  urls: TargetUrls,
): Promise<TextReference[]> {
  const references: PlacedReference[] = [];
  for (const source of [page.entry, ...(await includedIn(context, page))]) {
    for (const ref of await refsOf(context, source)) references.push({ ref, source: source.id });
  }
  return resolveReferences(context, page, urls, references);
}

/** A reference with the id of the page or reusable content that contains it; empty for none. */
interface PlacedReference {
  ref: ContentReference;
  source: string;
}

/**
 * Resolves references as seen from a content, each address once. Omits those without a target, and
 * those whose target does not exist for the viewer.
 */
export async function resolveReferences(
  context: Context,
  content: Content,
  urls: TargetUrls,
  references: readonly PlacedReference[],
): Promise<TextReference[]> {
  if (references.length === 0) return [];
  const graph = await linkGraphOf(context, content.revision);
  const byAddress = new Map<string, { ref: ContentReference; target: LinkTarget }>();
  for (const { ref, source } of references) {
    const address = referenceAddress(ref);
    if (!byAddress.has(address)) byAddress.set(address, { ref, ...graph.resolve(ref, source) });
  }
  const resolved = await Promise.all(
    [...byAddress].map(([address, { ref, target }]) =>
      resolveTarget(context, content, urls, { address, ref, target }),
    ),
  );
  return resolved.filter((reference) => reference !== null);
}

async function refsOf(
  context: Context,
  entry: PageEntry | ReusableContentEntry,
): Promise<ContentReference[]> {
  const { links } = await linksOfText(context, entry);
  const cover = 'cover' in entry ? [entry.cover?.ref, entry.cover?.refDark] : [];
  const target = 'target' in entry ? [entry.target] : [];
  const others = [...cover, ...target].filter((ref) => ref !== undefined);
  return [...links.map(({ ref }) => ref), ...others];
}

/** Returns the contents that a page includes, directly or indirectly. */
async function includedIn(
  context: Context,
  { revision, entry }: PageNode,
): Promise<ReusableContentEntry[]> {
  const tree = await resolvedTree(context, { revision, entry });
  if (!tree || includesOf(tree).length === 0) return [];
  const trees = await loadContents(context, revision, tree);
  const contents = await reusableContentsOf(context, revision);
  return contents.filter(({ id }) => trees.has(id));
}

async function resolveTarget(
  context: Context,
  { revision, tree }: Content,
  urls: TargetUrls,
  { address, ref, target }: { address: string; ref: ContentReference; target: LinkTarget },
): Promise<TextReference | null> {
  const none = { page: null, anchor: null, file: null, url: null, title: null };
  const known = { ...none, address, ref };
  switch (target.kind) {
    case 'page': {
      const page = tree.page(target.page);
      const url = page ? urls.page(page.id) : null;
      if (!page || url === null) return null;
      const anchor = target.anchor ?? null;
      return { ...known, page, anchor, title: page.title, url: withAnchor(url, anchor) };
    }
    case 'file': {
      const file = (await filesOf(context, revision)).find(({ id }) => id === target.file);
      if (!file) return null;
      return { ...known, file, title: file.name, url: downloadUrl(await signerOf(context), file) };
    }
    case 'url':
      return /^(?:https?|mailto|tel):/i.test(target.url) ? { ...known, url: target.url } : null;
    case 'missing':
    case 'reusable-content':
      return null;
    default:
      return resolveOutside(context, revision, urls, { known, target });
  }
}

async function resolveOutside(
  context: Context,
  revision: Row<'Revision'>,
  urls: TargetUrls,
  { known, target }: { known: TextReference; target: LinkTarget },
): Promise<TextReference | null> {
  const usage = { key: '', target, address: null, written: '', isApp: false, locations: [] };
  const [link] = await resolveLinks(context, revision, [{ ...usage, relation: 'reference' }]);
  const reference = link?.reference;
  if (!reference || reference.kind === 'url') return null;
  const url = await urls.other(reference);
  const title = titleOf(reference);
  const anchor =
    'location' in reference && reference.location?.type === 'anchor'
      ? reference.location.anchor
      : null;
  return { ...known, title, anchor, url: url && withAnchor(url, anchor) };
}

function titleOf(reference: Exclude<ContentReferenceValue, { kind: 'url' }>): string | null {
  switch (reference.kind) {
    case 'page':
      return reference.entry.title;
    case 'space':
      return reference.space.title;
    case 'collection':
      return reference.collection.title;
    case 'user':
      return reference.user.displayName;
    case 'openapi':
      return reference.spec.slug;
    default:
      return null;
  }
}

function withAnchor(url: string, anchor: string | null): string {
  return anchor === null ? url : `${url}#${encodeURIComponent(anchor)}`;
}
