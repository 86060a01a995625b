import type { Inline, InlineContent, TextLeaf, TextMark } from '../../../document/document-tree.ts';
import { inlineText } from '../../../document/tree-text.ts';
import type { GlossaryTerm } from './terms.ts';
import { splitAtTerms } from './terms.ts';

/** Part that is not translated: an inline element, inline code, a line break, or a term. */
interface KeptNode {
  kind: 'kept';
  id: number;
  /** Text shown to the translator as context. */
  shown: string;
  /** Replacement in the result; a text takes the surrounding marks. */
  node: Inline | TextLeaf | string;
}

/** Part with translatable text: marked text, a link, or text with a note. */
interface HolderNode {
  kind: 'holder';
  id: number;
  /** Element without its content, or the marks of the text. */
  holds: HolderElement | readonly TextMark[];
  children: MarkupNode[];
}

export type HolderElement = Extract<Inline, { isVoid: false }>;

/** Content of a paragraph for a translator, with numbered elements. */
export type MarkupNode = { kind: 'text'; text: string } | KeptNode | HolderNode;

/** Marks of code. */
const codeMarks: ReadonlySet<string> = new Set(['code', 'keyboard']);

/** Kind of a quote, which is a keyword: `> [!NOTE]`. */
const alertPattern = /^\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s/;

/** Converts inline content to markup. Equal content has equal numbers. */
export function markupOf(content: InlineContent, terms: readonly GlossaryTerm[]): MarkupNode[] {
  let last = 0;
  const nextId = () => (last += 1);
  const ofText = (text: string): MarkupNode[] => {
    const [kind] = alertPattern.exec(text) ?? [];
    if (kind === undefined || last > 0) return ofWords(text);
    const kept: MarkupNode = { kind: 'kept', id: nextId(), shown: kind.trim(), node: kind };
    return [kept, ...ofWords(text.slice(kind.length))];
  };
  const ofWords = (text: string): MarkupNode[] =>
    splitAtTerms(text, terms).flatMap((part) => {
      if (typeof part !== 'string') {
        return [{ kind: 'kept', id: nextId(), shown: part.shown, node: part.replacement }];
      }
      return part.split(/(\n)/).flatMap((line): MarkupNode[] => {
        if (line === '') return [];
        if (line === '\n') return [{ kind: 'kept', id: nextId(), shown: '', node: '\n' }];
        return [{ kind: 'text', text: line }];
      });
    });
  const ofLeaf = (leaf: TextLeaf): MarkupNode[] => {
    if (leaf.marks.length === 0) return ofText(leaf.text);
    const id = nextId();
    if (leaf.marks.some(({ type }) => codeMarks.has(type))) {
      return [{ kind: 'kept', id, shown: leaf.text, node: leaf }];
    }
    return [{ kind: 'holder', id, holds: leaf.marks, children: ofText(leaf.text) }];
  };
  const ofNode = (node: InlineContent[number]): MarkupNode[] => {
    if (node.object === 'text') return node.leaves.flatMap(ofLeaf);
    const id = nextId();
    if (!holdsText(node)) return [{ kind: 'kept', id, shown: shownText(node), node }];
    const nodes: InlineContent = node.nodes;
    const children = nodes.flatMap(ofNode);
    return [{ kind: 'holder', id, holds: node, children }];
  };
  return content.flatMap(ofNode);
}

/** Checks whether there is anything to translate. */
export function hasWords(nodes: readonly MarkupNode[]): boolean {
  return nodes.some(
    (node) =>
      (node.kind === 'text' && /\p{L}/u.test(node.text)) ||
      (node.kind === 'holder' && hasWords(node.children)),
  );
}

/** Returns the translatable texts of markup in order. */
export function piecesOf(nodes: readonly MarkupNode[]): string[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'holder') return piecesOf(node.children);
    return node.kind === 'text' && /\p{L}/u.test(node.text) ? [node.text.trim()] : [];
  });
}

/** Checks whether an element has text of its own; a link written as its address has none. */
function holdsText(node: Inline): node is HolderElement {
  if (node.isVoid) return false;
  if (node.type !== 'link') return true;
  const { ref } = node.data;
  return ref.kind !== 'url' || !isAddress(inlineText(node), ref.url);
}

function isAddress(text: string, url: string): boolean {
  const bare = (address: string) => address.replace(/^(?:mailto:|https?:\/\/)/, '');
  return bare(text.trim()) === bare(url);
}

function shownText(node: Inline): string {
  return node.type === 'emoji' || node.type === 'mention' ? '' : inlineText(node);
}
