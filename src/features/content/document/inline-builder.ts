import { createInlineImage, createText } from './document-nodes.ts';
import type {
  ContentReference,
  ImageInline,
  Inline,
  InlineContent,
  LinkInline,
  TextMark,
} from './document-tree.ts';
import { inlineText } from './tree-text.ts';

/** Marks open at one place; beyond that, text has the marks that were opened first. */
const openMarksMax = 50;

/**
 * Collects the inline content of one block from events in reading order. Marks may be closed in any
 * order, of each kind only the innermost one counts, and a link within a link is only its text.
 */
export class InlineBuilder {
  private readonly content: InlineContent = [];
  private link: { owner: unknown; node: LinkInline } | undefined;
  private readonly openMarks: { owner: unknown; mark: TextMark }[] = [];
  private marks: TextMark[] = [];

  addText(text: string): void {
    if (text === '') return;
    const nodes = this.link?.node.nodes ?? this.content;
    const last = nodes.at(-1);
    if (last?.object !== 'text') {
      nodes.push(createText(text, this.marks));
      return;
    }
    const leaf = last.leaves.at(-1);
    if (leaf?.marks === this.marks) leaf.text += text;
    else last.leaves.push({ object: 'leaf', text, marks: this.marks });
  }

  /** Adds code, whose mark is on top of the marks that are open. */
  addMarkedText(text: string, mark: TextMark): void {
    this.openMark(mark, mark);
    this.addText(text);
    this.closeMark(mark);
  }

  addInline(node: Inline): void {
    if (!this.link) this.content.push(node);
    else if (node.type === 'inline-image') this.link.node.nodes.push(node);
    else this.addText(inlineText(node));
  }

  addImage(data: ImageInline['data']): void {
    this.addInline(createInlineImage(data));
  }

  /** `owner` is what {@link closeMark} will be called with. */
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
    this.content.push(node);
  }

  closeLink(owner: unknown): void {
    if (this.link?.owner === owner) this.link = undefined;
  }

  /** The content so far, without white space at its ends; the builder is then as new. */
  take(): InlineContent {
    this.link = undefined;
    return trimContent(this.content.splice(0));
  }

  private updateMarks(): void {
    const byType = new Map(this.openMarks.map(({ mark }) => [mark.type, mark]));
    this.marks = [...byType.values()];
  }
}

/** Removes white space at both ends, and what is empty then. */
function trimContent(content: InlineContent): InlineContent {
  const first = content[0];
  if (first?.object === 'text') {
    const leaf = first.leaves[0];
    if (leaf) leaf.text = leaf.text.trimStart();
  }
  const last = content.at(-1);
  if (last?.object === 'text') {
    const leaf = last.leaves.at(-1);
    if (leaf) leaf.text = leaf.text.trimEnd();
  }
  return content.filter((node) => {
    if (node.object !== 'text') return true;
    node.leaves = node.leaves.filter((leaf) => leaf.text !== '');
    return node.leaves.length > 0;
  });
}
