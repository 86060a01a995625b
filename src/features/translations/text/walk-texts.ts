import type {
  Block,
  DocumentTree,
  Fragment,
  HeadingBlock,
  Inline,
  InlineContent,
  TableBlock,
  TagBlock,
} from '../../../document/document-tree.ts';
import { createText } from '../../../document/document-nodes.ts';
import { textMembers } from './blank-tree.ts';
import { hasSameAnchor, type Anchors } from './heading-anchors.ts';
import { hasWords, markupOf, type MarkupNode } from './markup.ts';
import type { GlossaryTerm } from './terms.ts';

/** Function that returns the replacement of a text; undefined keeps the text. */
export type VisitText = (markup: readonly MarkupNode[]) => InlineContent | undefined;

/**
 * Replaces the texts of a tree: paragraphs, headings, titles, captions and labels. Equal trees are
 * visited in the same order. Code, formulas, expressions and addresses are not visited.
 *
 * @param anchors for headings whose text is replaced
 */
export function walkTexts(
  tree: DocumentTree,
  terms: readonly GlossaryTerm[],
  visit: VisitText,
  anchors: Anchors = new Map(),
): DocumentTree {
  const walk = new TextWalk(terms, visit, anchors);
  return { ...tree, nodes: walk.blocks(tree.nodes) };
}

/** Replaces a single text outside a document, such as a title, in the same way. */
export function walkPlainText(
  text: string,
  terms: readonly GlossaryTerm[],
  visit: VisitText,
): string {
  return new TextWalk(terms, visit, new Map()).plain(text);
}

class TextWalk {
  readonly #terms: readonly GlossaryTerm[];
  readonly #visit: VisitText;
  readonly #anchors: Anchors;

  constructor(terms: readonly GlossaryTerm[], visit: VisitText, anchors: Anchors) {
    this.#terms = terms;
    this.#visit = visit;
    this.#anchors = anchors;
  }

  blocks<Node extends Block>(nodes: readonly Node[]): Node[] {
    return nodes.map((node) => this.#block(node) as Node);
  }

  /** Replaces a plain text. Its result contains text only, so elements are dropped. */
  plain(text: string): string {
    const content = this.#text([createText(text)]);
    return content
      .flatMap((node) => (node.object === 'text' ? node.leaves.map((leaf) => leaf.text) : []))
      .join('');
  }

  #block(block: Block): Block {
    switch (block.type) {
      case 'code':
      case 'code-line':
        return block;
      case 'heading-1':
      case 'heading-2':
      case 'heading-3':
        return this.#heading(block);
      case 'paragraph':
        return { ...block, nodes: this.#content(block.nodes) };
      case 'image': {
        const { alt } = block.data;
        const data = { ...block.data, ...(alt !== undefined && { alt: this.plain(alt) }) };
        return { ...block, data, fragments: this.#fragments(block.fragments) };
      }
      case 'tabs-item': {
        const { title } = block.data;
        const data = { ...block.data, ...(title !== undefined && { title: this.plain(title) }) };
        return { ...block, data, nodes: this.blocks(block.nodes) };
      }
      case 'tag':
        return this.#tag(block);
      case 'table':
        return this.#table(block);
      case 'expandable':
        return { ...block, fragments: this.#fragments(block.fragments) };
      default:
        return 'nodes' in block ? ({ ...block, nodes: this.blocks(block.nodes) } as Block) : block;
    }
  }

  #heading(heading: HeadingBlock): HeadingBlock {
    const walked = { ...heading, nodes: this.#content(heading.nodes) };
    const id = this.#anchors.get(heading);
    if (id === undefined || hasSameAnchor(walked, heading)) return walked;
    return { ...walked, data: { ...walked.data, id } };
  }

  #tag(tag: TagBlock): TagBlock {
    const attributes = Object.entries(tag.data.attributes).map(([name, value]) => {
      return [name, textMembers.has(name) ? this.plain(value) : value];
    });
    const data = { ...tag.data, attributes: Object.fromEntries(attributes) };
    return tag.isVoid ? { ...tag, data } : { ...tag, data, nodes: this.blocks(tag.nodes) };
  }

  #table(table: TableBlock): TableBlock {
    const columns = Object.entries(table.data.definition).map(([id, column]) => [
      id,
      { ...column, title: this.plain(column.title) },
    ]);
    const data = { ...table.data, definition: Object.fromEntries(columns) };
    return { ...table, data, fragments: this.#fragments(table.fragments) };
  }

  #fragments(fragments: readonly Fragment[]): Fragment[] {
    return fragments.map((fragment) => ({ ...fragment, nodes: this.blocks(fragment.nodes) }));
  }

  #content(nodes: InlineContent): InlineContent {
    return this.#text(nodes.map((node) => (node.object === 'text' ? node : this.#inline(node))));
  }

  /** Replaces the texts of an element that are not part of the sentence. */
  #inline(node: Inline): Inline {
    switch (node.type) {
      case 'button':
        return { ...node, data: { ...node.data, label: this.plain(node.data.label) } };
      case 'inline-image': {
        const { caption } = node.data;
        if (caption === undefined) return node;
        return { ...node, data: { ...node.data, caption: this.plain(caption) } };
      }
      case 'annotation':
        return { ...node, fragments: this.#fragments(node.fragments) };
      case 'link': {
        const nodes = node.nodes.map((each) =>
          each.object === 'text' ? each : this.#inline(each),
        );
        return { ...node, nodes: nodes as typeof node.nodes };
      }
      default:
        return node;
    }
  }

  #text(content: InlineContent): InlineContent {
    const markup = markupOf(content, this.#terms);
    // A text that consists of a term needs no translation.
    const isTerm = markup.some((node) => node.kind === 'kept' && typeof node.node === 'string');
    if (!hasWords(markup) && !isTerm) return content;
    return this.#visit(markup) ?? content;
  }
}
