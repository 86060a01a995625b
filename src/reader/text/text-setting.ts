import { canonicalJson } from '../../lib/canonical-json.ts';
import { slugOf } from '../../lib/slug.ts';
import { UniqueNames } from '../../lib/unique-names.ts';
import type { PageText, Target } from '../answers.ts';
import { plainText, textValueOf, type TreeNode } from './tree-node.ts';

/** An entry of the outline of a page. */
export interface PageHeading {
  id: string;
  title: string;
  level: 1 | 2 | 3;
}

/** State of rendering one text: its targets, and what its parts collect. */
export interface RenderState {
  /** Returns the target of a reference; undefined if it leads nowhere for the reader. */
  target(ref: unknown): Target | undefined;
  /** Returns the address of a target for a link in this page. */
  href(target: Target): string | undefined;
  /** Returns the id of a heading of the text; undefined for a heading in an example. */
  headingId(heading: TreeNode): string | undefined;
  /** Level of the highest headings of the text. */
  readonly topLevel: number;
  /** Adds a footnote and returns its number. */
  addFootnote(blocks: TreeNode[]): number;
  readonly footnotes: readonly TreeNode[][];
  /** Returns a name that no other element of the page has. */
  uniqueName(prefix: string): string;
  /** Returns an address of the platform without its host. */
  local(url: string): string;
}

export interface SettingOptions {
  page: Pick<PageText, 'references' | 'document'>;
  local: (url: string) => string;
  /** Returns the path of a page of the same content; undefined to use its address as it is. */
  pathOf?: (pageId: string) => string | undefined;
}

const HEADING_ID_LENGTH_MAX = 200;

/** Schemes of addresses that a reader can follow; `javascript:` is none of them. */
const followed = /^(?:https?:|mailto:|tel:|\/(?!\/))/i;

export function createSetting({ page, local, pathOf }: SettingOptions): RenderState {
  const byAddress = new Map(page.references.map((target) => [target.address, target]));
  const byRef = new Map(page.references.map((target) => [canonicalJson(target.ref), target]));
  const headingIds = new Map(idsOfHeadings(page.document?.nodes ?? []));
  const levels = [...headingIds.keys()].map(headingLevel);
  const topLevel = levels.length > 0 ? Math.min(...levels) : 1;
  const footnotes: TreeNode[][] = [];
  let names = 0;
  return {
    target(ref) {
      if (typeof ref === 'string') return byAddress.get(ref) ?? addressTarget(ref);
      if (typeof ref !== 'object' || ref === null) return undefined;
      const { kind, url } = ref as { kind?: unknown; url?: unknown };
      const known = byRef.get(canonicalJson(ref));
      if (known) return known;
      return kind === 'url' && typeof url === 'string' ? addressTarget(url) : undefined;
    },
    href({ url, pageId, anchor }) {
      const path = pageId === null ? undefined : pathOf?.(pageId);
      if (path !== undefined) return anchor === null ? path : `${path}#${anchor}`;
      return url !== null && followed.test(url) ? local(url) : undefined;
    },
    headingId: (heading) => headingIds.get(heading),
    topLevel,
    addFootnote: (blocks) => footnotes.push(blocks),
    footnotes,
    uniqueName(prefix) {
      names += 1;
      return `${prefix}-${names}`;
    },
    local,
  };
}

/** Returns a target for an address elsewhere; undefined for one that cannot be followed. */
function addressTarget(url: string): Target | undefined {
  if (!/^(?:https?|mailto|tel):/i.test(url)) return undefined;
  const nothing = { title: null, emoji: null, description: null, pageId: null, anchor: null };
  const noFile = { contentType: null, size: null, width: null, height: null };
  return { address: url, ref: { kind: 'url', url }, url, ...nothing, ...noFile };
}

/** Returns the headings of a text for its outline. */
export function outlineOf(nodes: readonly TreeNode[]): PageHeading[] {
  return idsOfHeadings(nodes).map(([heading, id]) => ({
    id,
    title: plainText(heading),
    level: headingLevel(heading),
  }));
}

/** Returns the headings of a text with their ids: their own, else one made from their text. */
function idsOfHeadings(nodes: readonly TreeNode[]): [TreeNode, string][] {
  const anchors = new UniqueNames({ joint: '-' });
  const options = { lengthMax: HEADING_ID_LENGTH_MAX, fallback: 'section' };
  return [...headingsIn(nodes)].map((heading) => {
    const title = plainText(heading).normalize('NFC').trim();
    return [heading, anchors.takeFree(textValueOf(heading, 'id') ?? slugOf(title, options))];
  });
}

export function headingLevel({ type }: TreeNode): 1 | 2 | 3 {
  return type === 'heading-1' ? 1 : type === 'heading-2' ? 2 : 3;
}

function* headingsIn(nodes: readonly TreeNode[]): Iterable<TreeNode> {
  for (const node of nodes) {
    if (node.object === 'text' || node.object === 'inline') continue;
    if (node.type?.startsWith('heading-')) {
      yield node;
      continue;
    }
    yield* headingsIn(node.fragments ?? []);
    yield* headingsIn(node.nodes ?? []);
  }
}
