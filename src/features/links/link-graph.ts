import type { Addresses } from '../../addresses.ts';
import type { ContentReference } from '../../document/document-tree.ts';
import { referenceAddress, writtenAddress } from '../../document/reference-addresses.ts';
import type { PageEntry, ReusableContentEntry } from '../../revisions/store/entry.ts';
import type { LinkedContent } from './content-places.ts';
import { targetKey, type LinkTarget } from './link-target.ts';
import { LinkResolver, type LinkOrigin, type ResolvedReference } from './resolve-reference.ts';
import type { TextLink } from './text-links.ts';

/** The location of a link. */
export interface LinkLocation {
  /** Id of the page or reusable content. */
  source: string;
  /** Key of the containing block; null for the cover of a page and the target of a link page. */
  node: string | null;
  /** Position among all links of the content. */
  order: number;
}

/** A target, with the locations of all links to it. */
export interface LinkUsage {
  /** Identifies a link in a list, and is its sort key. */
  key: string;
  target: LinkTarget;
  /** Address of the target as written in the first location; null if that is an id. */
  address: string | null;
  /** Address as written in the first location, even if it contains an id. */
  written: string;
  /** Whether it was given by its URL in the app. */
  isApp: boolean;
  relation: 'reference' | 'dependsOn';
  locations: LinkLocation[];
}

/** Links and anchors in the texts of a content, by `bodyKey`. */
export type LinksOfTexts = ReadonlyMap<string, { links: TextLink[]; anchors: string[] }>;

/** A link in one location. */
type Occurrence = Omit<LinkUsage, 'locations'> & { location: LinkLocation };

/** The links and backlinks of a content. */
export class LinkGraph {
  readonly #occurrences = new Map<string, Occurrence[]>();
  readonly #sources = new Map<string, Set<string>>();
  readonly #places = new Map<string, LinkOrigin>();
  readonly #resolver: LinkResolver;
  #usages: readonly LinkUsage[] | undefined;
  #size = 0;

  constructor(
    content: LinkedContent,
    options: { spaceId: string; addresses: Addresses; texts: LinksOfTexts },
  ) {
    const { texts } = options;
    const pages = [...content.tree.walk()].map(({ page }) => page);
    const anchors = new Map(
      pages.map((page) => [page.id, new Set(texts.get(bodyKey(page))?.anchors)]),
    );
    this.#resolver = new LinkResolver(content, { ...options, anchors });
    for (const page of pages) {
      const source = {
        page: page.id,
        filePath: page.git?.path,
        pagePath: content.tree.path(page.id),
      };
      this.#add(page.id, source, linksOfEntry(page, texts));
    }
    for (const one of content.reusableContents) {
      const source = { filePath: one.git?.path, pagePath: '' };
      this.#add(one.id, source, linksOfEntry(one, texts));
    }
  }

  /** Number of links, counted once per location. */
  get size(): number {
    return this.#size;
  }

  /** All links, sorted by key. */
  get usages(): readonly LinkUsage[] {
    this.#usages ??= usagesOf([...this.#occurrences.values()].flat());
    return this.#usages;
  }

  /** Returns the links of a page or reusable content. */
  usagesIn(source: string): readonly LinkUsage[] {
    return usagesOf(this.#occurrences.get(source) ?? []);
  }

  /** Returns the target of a reference in a page or reusable content. */
  resolve(ref: ContentReference, source: string): ResolvedReference {
    return this.#resolver.resolve(ref, this.#places.get(source) ?? { pagePath: '' });
  }

  /** Returns the ids of pages and reusable contents that link to a page or file. */
  sourcesOf(target: string): readonly string[] {
    return [...(this.#sources.get(target) ?? [])].toSorted();
  }

  #add(id: string, source: LinkOrigin, links: readonly EntryLink[]): void {
    this.#places.set(id, source);
    const occurrences = links.map(({ ref, node, dependsOn }): Occurrence => {
      const { target, isApp } = this.#resolver.resolve(ref, source);
      const relation = dependsOn ? 'dependsOn' : 'reference';
      const address = ref.kind === 'url' ? ref.url : null;
      const written = writtenAddress(ref) ?? referenceAddress(ref);
      const key = `${targetKey(target, isApp)} ${relation}`;
      this.#size += 1;
      const location = { source: id, node, order: this.#size };
      return { key, target, address, written, isApp, relation, location };
    });
    if (occurrences.length > 0) this.#occurrences.set(id, occurrences);
    for (const { target } of occurrences) {
      const to = targetId(target);
      if (to === undefined || to === id) continue;
      this.#sources.set(to, (this.#sources.get(to) ?? new Set()).add(id));
    }
  }
}

type EntryLink = Omit<TextLink, 'node'> & { node: string | null };

/** Returns the links of a page, including those outside of its text. */
export function linksOfEntry(
  entry: PageEntry | ReusableContentEntry,
  texts: LinksOfTexts,
): EntryLink[] {
  const links: EntryLink[] = texts.get(bodyKey(entry))?.links ?? [];
  if (!('type' in entry)) return links;
  const { target, cover } = entry;
  const refs: (ContentReference | undefined)[] = [cover?.ref, cover?.refDark, target];
  return [...links, ...refs.flatMap((ref) => (ref ? [{ ref, node: null, dependsOn: false }] : []))];
}

/** Returns the key of a text: its source, and the offset of the markdown in it. */
export function bodyKey({
  source,
  sourceStart,
}: Pick<PageEntry, 'source' | 'sourceStart'>): string {
  return `${source ?? ''} ${sourceStart ?? 0}`;
}

function targetId(target: LinkTarget): string | undefined {
  if (target.kind === 'page') return target.page;
  return target.kind === 'file' ? target.file : undefined;
}

/** Groups occurrences by target, without repeated locations. */
function usagesOf(occurrences: readonly Occurrence[]): LinkUsage[] {
  const usages = new Map<string, LinkUsage>();
  for (const { location, ...link } of occurrences) {
    const usage = usages.get(link.key) ?? { ...link, locations: [] };
    usages.set(link.key, usage);
    usage.locations.push(location);
  }
  return [...usages.values()]
    .map((usage) => ({ ...usage, locations: withoutRepeats(usage.locations) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

/** Removes repeated locations from a sorted list. */
export function withoutRepeats(locations: readonly LinkLocation[]): LinkLocation[] {
  return locations.filter(({ source, node }, index) => {
    const before = locations[index - 1];
    return source !== before?.source || node !== before.node;
  });
}
