import type {
  Block,
  CodeBlock,
  Fragment,
  ImageBlock,
  ImageInline,
  ImagesBlock,
  InlineContent,
  ListBlock,
  ListItemBlock,
  ParagraphBlock,
  SimpleMarkType,
  TextAlignment,
  TextMark,
  TextNode,
} from './document-tree.ts';

/** Creates a mark without options. */
export function createMark(type: SimpleMarkType): TextMark {
  return { object: 'mark', type };
}

/** Creates a text node with one leaf. */
export function createText(text: string, marks: TextMark[] = []): TextNode {
  return { object: 'text', leaves: [{ object: 'leaf', text, marks }] };
}

/** Creates a block with content. */
export function createBlock<Type extends string, Data, Node>(
  type: Type,
  data: Data,
  nodes: Node[],
) {
  return { object: 'block', type, isVoid: false, data, nodes } as const;
}

/** Creates a block without content, or whose content is in fragments. */
export function createVoidBlock<Type extends string, Data>(type: Type, data: Data) {
  return { object: 'block', type, isVoid: true, data } as const;
}

/** Creates a paragraph. Without content, it gets an empty text, so that a cursor has a position. */
export function createParagraph(nodes: InlineContent, align?: TextAlignment): ParagraphBlock {
  return createBlock(
    'paragraph',
    align ? { align } : {},
    nodes.length > 0 ? nodes : [createText('')],
  );
}

/** Creates a paragraph in bold, which replaces the title of a block that is not allowed there. */
export function createTitleParagraph(title: string): ParagraphBlock {
  return createParagraph([createText(title, [createMark('bold')])]);
}

/**
 * Creates a code block with a code line per line of `content`; a final newline ends the last line.
 */
export function createCode(content: string, data: CodeBlock['data']): CodeBlock {
  const lines = content.replace(/\n$/, '').split('\n');
  return createBlock(
    'code',
    data,
    lines.map((line) => createBlock('code-line', {}, [createText(line)])),
  );
}

/** Creates a list item; without content, it gets an empty paragraph. */
export function createListItem(nodes: Block[], checked?: boolean): ListItemBlock {
  return createBlock(
    'list-item',
    checked === undefined ? {} : { checked },
    nodes.length > 0 ? nodes : [createParagraph([])],
  );
}

/** Creates an unordered list or a task list. */
export function createList(
  type: 'list-unordered' | 'list-tasks',
  nodes: ListItemBlock[],
): ListBlock {
  return createBlock(type, {}, nodes);
}

/** Creates an images block. */
export function createImages(nodes: ImageBlock[], data: ImagesBlock['data'] = {}): ImagesBlock {
  return createBlock('images', data, nodes);
}

/** Creates an image of an images block; `caption` becomes its caption fragment. */
export function createImage(data: ImageBlock['data'], caption?: InlineContent): ImageBlock {
  const fragments: Fragment[] = caption
    ? [{ object: 'fragment', fragment: 'caption', nodes: [createParagraph(caption)] }]
    : [];
  return { object: 'block', type: 'image', isVoid: true, data, fragments };
}

/** Creates an image within a line of text. */
export function createInlineImage(data: ImageInline['data']): ImageInline {
  return { object: 'inline', type: 'inline-image', isVoid: true, data };
}
