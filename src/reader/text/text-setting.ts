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

/** A target with the address of a link to it from this page; undefined for none. */
interface LinkTarget extends Target {
  href: string | undefined;
}

/** State of rendering one text: its targets, and what its parts collect. */
export interface RenderState {
  /** Returns the target of a reference; undefined if it leads nowhere for the reader. */
  target(ref: unknown): LinkTarget | undefined;
  /** Returns the id of a heading of the text; undefined for a heading in an example. */
  headingId(heading: TreeNode): string | undefined;
  /** Level of the highest headings of the text. */
  readonly topLevel: number;
  /** Adds a footnote and returns its number. */
  addFootnote(blocks: TreeNode[]): number;
  readonly footnotes: readonly TreeNode[][];
  /** Returns a name that no other element of the page has. */
  uniqueName(prefix: string): string;
}

/** Properties of what shows one node. */
export interface NodeProps {
  node: TreeNode;
  setting: RenderState;
}

/** Properties of what shows several nodes. */
export interface NodesProps {
  nodes: readonly TreeNode[] | undefined;
  setting: RenderState;
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
  const find = (ref: unknown): Target | undefined => {
    if (typeof ref === 'string') return byAddress.get(ref) ?? addressTarget(ref);
    if (typeof ref !== 'object' || ref === null) return undefined;
    const { kind, url } = ref as { kind?: unknown; url?: unknown };
    const isUrl = kind === 'url' && typeof url === 'string';
    return byRef.get(canonicalJson(ref)) ?? (isUrl ? addressTarget(url) : undefined);
  };
  const hrefOf = ({ url, pageId, anchor }: Target) => {
    const path = pageId === null ? undefined : pathOf?.(pageId);
    if (path !== undefined) return anchor === null ? path : `${path}#${anchor}`;
    return url !== null && followed.test(url) ? local(url) : undefined;
  };
  return {
    target(ref) {
      const target = find(ref);
      return target && { ...target, href: hrefOf(target) };
    },
    headingId: (heading) => headingIds.get(heading),
    topLevel,
    addFootnote: (blocks) => footnotes.push(blocks),
    footnotes,
    uniqueName(prefix) {
      names += 1;
      return `${prefix}-${names}`;
    },
  };
}

/** Returns a target for an address elsewhere; undefined for one that cannot be followed. */
function addressTarget(url: string): Target | undefined {
  if (!/^(?:https?|mailto|tel):/i.test(url)) return undefined;
  const nothing = { title: null, emoji: null, description: null, pageId: null, anchor: null };
  const noFile = { size: null, width: null, height: null };
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
