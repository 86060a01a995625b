import { createInlineImage, createText } from './document-nodes.ts';
import type { LineTag } from './inline-tags.ts';
import { readTagData } from './unknown-tags.ts';
import type {
  AnnotationInline,
  ContentReference,
  ImageInline,
  Inline,
  InlineContent,
  LinkInline,
  TagInline,
  TextMark,
  TextNode,
} from './document-tree.ts';
import { inlineText } from './tree-text.ts';

/** Maximum number of open marks; further marks are ignored. */
const openMarksMax = 50;

/**
 * Collects the inline content of a block from events in reading order. Marks may be closed in any
 * order; of each kind, only the innermost one counts. A link within a link becomes text.
 */
export class InlineBuilder {
  private readonly nodes: InlineContent = [];
  private readonly tags: { name: string; nodes: InlineContent }[] = [];
  private link: { owner: unknown; node: LinkInline } | undefined;
  private readonly openMarks: { owner: unknown; mark: TextMark }[] = [];
  private marks: TextMark[] = [];

  addText(text: string): void {
    if (text === '') return;
    const nodes = this.link?.node.nodes ?? this.inner;
    const last = nodes.at(-1);
    if (last?.object !== 'text') {
      nodes.push(createText(text, this.marks));
      return;
    }
    const leaf = last.leaves.at(-1);
    if (leaf?.marks === this.marks) leaf.text += text;
    else last.leaves.push({ object: 'leaf', text, marks: this.marks });
  }

  /** Starts a new line, unless the current one is empty. */
  breakLine(): void {
    const last = (this.link?.node.nodes ?? this.inner).at(-1);
    if (!last) return;
    const text = last.object === 'text' ? (last.leaves.at(-1)?.text ?? '') : '';
    if (!/\n\s*$/.test(text)) this.addText('\n');
  }

  /** Adds code, whose mark is added to the open marks. */
  addMarkedText(text: string, mark: TextMark): void {
    this.openMark(mark, mark);
    this.addText(text);
    this.closeMark(mark);
  }

  addInline(node: Inline): void {
    if (!this.link) this.inner.push(node);
    else if (node.type === 'inline-image') this.link.node.nodes.push(node);
    else this.addText(inlineText(node));
  }

  addImage(data: ImageInline['data']): void {
    this.addInline(createInlineImage(data));
  }

  /** `owner` identifies the mark for {@link closeMark}. */
  openMark(mark: TextMark, owner: unknown): void {
    if (this.openMarks.length >= openMarksMax) return;
    this.openMarks.push({ owner, mark });
    this.updateMarks();
  }

  closeMark(owner: unknown): void {
    const index = this.openMarks.findLastIndex((open) => open.owner === owner);
    if (index < 0) return;
    this.openMarks.splice(index, 1);
    this.updateMarks();
  }

  /** Adds annotated text; within a link, only its text. */
  addAnnotation(node: AnnotationInline): void {
    if (this.link) this.addText(inlineText(node));
    else this.inner.push(node);
  }

  /** Adds a tag or one end of it; within a link, adds its text. */
  addTag({ tag, part }: LineTag): void {
    if (part === 'end' && this.tags.at(-1)?.name === tag.name) {
      this.link = undefined;
      this.tags.pop();
    } else if (this.link || part === 'end') this.addText(tag.source);
    else {
      const object = { object: 'inline', type: 'tag' } as const;
      const data = readTagData(tag, part === 'start');
      const node: TagInline =
        part === 'start'
          ? { ...object, isVoid: false, data, nodes: [] }
          : { ...object, isVoid: true, data };
      this.inner.push(node);
      if (!node.isVoid) this.tags.push({ name: tag.name, nodes: node.nodes });
    }
  }

  /** Removes and returns the text of a link to `anchor`, if it was added last. */
  takeLinkText(anchor: string): TextNode[] | undefined {
    const last = this.link ? undefined : this.inner.at(-1);
    if (last?.object !== 'inline' || last.type !== 'link') return undefined;
    const { ref } = last.data;
    if (ref.kind !== 'anchor' || ref.anchor !== anchor || ref.page !== undefined) return undefined;
    const nodes = last.nodes.filter((node) => node.object === 'text');
    if (nodes.length < last.nodes.length) return undefined;
    this.inner.pop();
    return nodes;
  }

  openLink(ref: ContentReference, owner: unknown): void {
    if (this.link) return;
    const node: LinkInline = {
      object: 'inline',
      type: 'link',
      isVoid: false,
      data: { ref },
      nodes: [],
    };
    this.link = { owner, node };
    this.inner.push(node);
  }

  closeLink(owner: unknown): void {
    if (this.link?.owner === owner) this.link = undefined;
  }

  /** Returns the content without surrounding white space, and resets the builder. */
  take(): InlineContent {
    this.link = undefined;
    this.tags.length = 0;
    return trimContent(this.nodes.splice(0));
  }

  /** Returns the content so far, including surrounding white space. */
  content(): InlineContent {
    return this.nodes;
  }

  /** The content of the innermost tag; without one, the whole content. */
  private get inner(): InlineContent {
    return this.tags.at(-1)?.nodes ?? this.nodes;
  }

  private updateMarks(): void {
    const byType = new Map(this.openMarks.map(({ mark }) => [mark.type, mark]));
    this.marks = [...byType.values()];
  }
}

/** Removes surrounding white space, and then empty texts. */
export function trimContent(content: InlineContent): InlineContent {
  trimEdge(content, 'start');
  trimEdge(content, 'end');
  return content.filter((node) => {
    if (node.object !== 'text') return true;
    node.leaves = node.leaves.filter((leaf) => leaf.text !== '');
    return node.leaves.length > 0;
  });
}

function trimEdge(content: InlineContent, edge: 'start' | 'end'): void {
  for (;;) {
    const node = content.at(edge === 'start' ? 0 : -1);
    if (node?.object !== 'text') return;
    const leaf = node.leaves.at(edge === 'start' ? 0 : -1);
    if (leaf) leaf.text = edge === 'start' ? leaf.text.trimStart() : leaf.text.trimEnd();
    if (leaf && leaf.text !== '') return;
    const nodes: unknown[] = leaf ? node.leaves : content;
    if (edge === 'start') nodes.shift();
    else nodes.pop();
  }
}
