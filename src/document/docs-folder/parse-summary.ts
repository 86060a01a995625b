import type { Token } from 'markdown-it';
import { removeInvisible, toSingleLine } from './clean-text.ts';
import { inlineTokenText, commonmarkParser } from './commonmark-parser.ts';
import { normalizeBullets } from './normalize-bullets.ts';
import { asMap, parseYaml, scalarText } from './parse-yaml.ts';

/** A heading in a table of contents, or a bullet with its nested bullets. */
export interface SummaryNode {
  kind: 'heading' | 'bullet';
  /** Plain text; '' if a link has no text. */
  title: string;
  /** The link as written, with markdown escapes decoded; undefined without a link. */
  target?: string;
  /** Description of an entry that is a block of settings, such as the pages of a specification. */
  settings?: string;
  children: SummaryNode[];
}

/**
 * Parses the outline of a SUMMARY.md. A first heading of level 1 is the title, and is ignored.
 * Every other heading starts a group, which ends at the next heading or rule (`***`). Comments and
 * other text are ignored. Never throws.
 */
export function parseSummary(text: string, depthMax: number): SummaryNode[] {
  const outline = normalizeBullets(removeComments(removeInvisible(text)), depthMax);
  const tokens = commonmarkParser.parse(outline, {});
  const top: SummaryNode[] = [];
  const open: SummaryNode[] = [];
  let section = top;
  let headings = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'list_item_open') {
      open.push({ kind: 'bullet', title: '', children: [] });
    } else if (token.type === 'list_item_close') {
      const siblings = open.at(-2)?.children ?? section;
      siblings.push(...settle(open.pop()));
    } else if (token.type === 'fence' && open.length > 0) {
      describeSettings(open.at(-1), token);
    } else if (token.type === 'inline' && open.length === 0 && isOnlyLinks(token)) {
      // The unnumbered chapters of mdBook are links without a bullet, before and after the numbered
      // ones.
      if (isParagraph(tokens[index - 1])) {
        section = top;
        top.push(...linkNodes(token));
      }
    } else if (token.type === 'inline' && open.length > 0) {
      describe(open.at(-1), token);
    } else if (token.type === 'hr' && open.length === 0) {
      section = top;
    } else if (token.type === 'heading_open' && open.length === 0) {
      headings += 1;
      if (headings === 1 && token.tag === 'h1' && top.length === 0) continue;
      section = openGroup(top, tokens[index + 1]) ?? section;
    }
  }
  return top;
}

function isParagraph(token: Token | undefined): boolean {
  return token?.type === 'paragraph_open';
}

/** Checks whether a paragraph consists only of links to files, one per line. */
function isOnlyLinks({ children }: Token): boolean {
  let depth = 0;
  return (children ?? []).every(({ type, content }) => {
    if (type === 'link_open') depth += 1;
    if (type === 'link_close') depth -= 1;
    return depth > 0 || type === 'link_close' || type === 'softbreak' || content.trim() === '';
  });
}

/** Returns the links of a paragraph, one entry each. */
function linkNodes({ children }: Token): SummaryNode[] {
  const tokens = children ?? [];
  return tokens.flatMap((token, start): SummaryNode[] => {
    if (token.type !== 'link_open') return [];
    const end = tokens.findIndex(({ type }, index) => index > start && type === 'link_close');
    const title = inlineTokenText(tokens.slice(start + 1, end));
    return [{ kind: 'bullet', title, target: String(token.attrGet('href') ?? ''), children: [] }];
  });
}

/** Describes an entry that is a block of YAML by its settings. */
function describeSettings(node: SummaryNode | undefined, { info, content }: Token): void {
  if (!node || node.title !== '' || node.target !== undefined) return;
  const { map } = /^ya?ml\b/i.test(info.trim()) ? parseYaml(content) : {};
  const type = scalarText(map?.type);
  if (type === undefined) return;
  const spec = scalarText(asMap(asMap(asMap(map?.dependencies)?.spec)?.ref)?.spec);
  node.settings = toSingleLine(spec === undefined ? type : `${type} of ${spec}`);
}

/** Adds a group for the heading. A heading with a link starts the group with that page. */
function openGroup(top: SummaryNode[], heading: Token | undefined): SummaryNode[] | undefined {
  if (!heading) return undefined;
  const page: SummaryNode = { kind: 'bullet', title: '', children: [] };
  describe(page, heading);
  const title = inlineTokenText(heading.children ?? []) || page.title;
  if (title === '') return undefined;
  const children = page.target === undefined ? [] : [page];
  top.push({ kind: 'heading', title, children });
  return children;
}

/** Uses the first paragraph of a bullet as its title; later ones are text. */
function describe(node: SummaryNode | undefined, inline: Token): void {
  if (!node || node.title !== '' || node.target !== undefined) return;
  const tokens = inline.children ?? [];
  const start = tokens.findIndex(({ type }) => type === 'link_open');
  if (start < 0) {
    describeUnparsed(node, inlineTokenText(tokens));
    return;
  }
  const end = tokens.findIndex(({ type }, index) => index > start && type === 'link_close');
  node.title = inlineTokenText(tokens.slice(start + 1, end));
  node.target = String(tokens[start]?.attrGet('href') ?? '');
}

/** Markdown requires encoded spaces in a link, but `[title](a file.md)` is unambiguous. */
function describeUnparsed(node: SummaryNode, text: string): void {
  const link = /^\[([^\]]*)\]\(([^()]+|.+)\)$/.exec(text);
  node.title = link?.[1] ?? text;
  if (link?.[2] !== undefined) node.target = link[2].trim();
}

/** Replaces an empty bullet with the bullets inside it. */
function settle(node: SummaryNode | undefined): SummaryNode[] {
  if (!node) return [];
  const isMark = node.title === '' && node.target === undefined && node.settings === undefined;
  return isMark ? node.children : [node];
}

function removeComments(text: string): string {
  let rest = text;
  let kept = '';
  for (;;) {
    const start = rest.indexOf('<!--');
    const end = start < 0 ? -1 : rest.indexOf('-->', start + 4);
    if (end < 0) return kept + rest;
    kept += rest.slice(0, start);
    rest = rest.slice(end + 3);
  }
}
