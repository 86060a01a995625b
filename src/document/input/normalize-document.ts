import { withoutEmpty } from '../../lib/without-empty.ts';
import {
  createBlock,
  createImage,
  createImages,
  createList,
  createListItem,
  createParagraph,
  createText,
  createVoidBlock,
} from '../document-nodes.ts';
import type {
  Block,
  CodeBlock,
  CodeLineBlock,
  DocumentTree,
  ExpandableBlock,
  Fragment,
  ImageBlock,
  InlineContent,
  Length,
  ListBlock,
  TagBlock,
  TextAlignment,
} from '../document-tree.ts';
import {
  normalizeAnnotation,
  normalizeContent,
  normalizeReference,
  normalizeTagData,
  oneLine,
} from './normalize-inlines.ts';
import { normalizeTable } from './normalize-table.ts';

/**
 * Returns the normal form of a document, which is the same for all equivalent documents. It has no
 * keys and no empty parts (empty text, the default alignment, a list without items), adds optional
 * parts, and keeps only visible white space.
 */
export function normalizeDocument({ nodes }: DocumentTree): DocumentTree {
  return { object: 'document', data: { schemaVersion: 1 }, nodes: normalizeBlocks(nodes) };
}

/** Normalizes the blocks of a container; an empty one gets an empty paragraph. */
function normalizeBlocks(blocks: readonly Block[]): Block[] {
  const nodes = blocks.flatMap((block) => normalizeBlock(block) ?? []);
  return nodes.length > 0 ? nodes : [createParagraph([])];
}

function normalizeBlock(block: Block): Block | undefined {
  switch (block.type) {
    case 'paragraph':
      return createParagraph(contentOf(block.nodes), alignment(block.data.align));
    case 'heading-1':
    case 'heading-2':
    case 'heading-3': {
      const { id, align } = block.data;
      const data = withoutEmpty({ id, align: alignment(align) });
      return createBlock(block.type, data, contentOf(block.nodes));
    }
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return normalizeList(block);
    case 'blockquote':
      return createBlock('blockquote', {}, normalizeBlocks(block.nodes));
    case 'hint':
      return createBlock('hint', { style: block.data.style }, normalizeBlocks(block.nodes));
    case 'if': {
      const expression = oneLine(block.data.expression);
      return createBlock('if', { expression }, normalizeBlocks(block.nodes));
    }
    case 'tag':
      return normalizeTag(block);
    case 'images': {
      const { align, fullWidth } = block.data;
      const data = { ...withoutEmpty({ align }), ...wide(fullWidth) };
      const images = block.nodes.map(normalizeImage);
      return images.length > 0 ? createImages(images, data) : undefined;
    }
    case 'code':
      return normalizeCode(block);
    case 'math': {
      const formula = block.data.formula.replaceAll(/\r\n?/g, '\n').trim();
      return createVoidBlock('math', { formula });
    }
    case 'expandable':
      return normalizeExpandable(block);
    case 'tabs':
    case 'stepper':
    case 'columns':
      return normalizePanels(block);
    case 'table':
      return normalizeTable(block, { normalizeBlocks });
    case 'list-item':
    case 'image':
    case 'code-line':
    case 'tabs-item':
    case 'stepper-step':
    case 'column':
      return undefined;
    default:
      return normalizeVoid(block);
  }
}

/** A tag with content has an end, even if the input does not state it. */
function normalizeTag({ data, ...block }: TagBlock): TagBlock {
  const tagData = normalizeTagData(data);
  return 'nodes' in block
    ? createBlock('tag', tagData, normalizeBlocks(block.nodes))
    : createVoidBlock('tag', tagData);
}

function contentOf(nodes: InlineContent): InlineContent {
  return normalizeContent(nodes, normalizeBlocks);
}

/** Returns the part of data that says that a block has the full width. */
function wide(fullWidth: boolean | undefined): { fullWidth?: true } {
  return fullWidth ? { fullWidth } : {};
}

/** The default alignment is `start`. */
function alignment(align: TextAlignment | undefined): TextAlignment | undefined {
  return align === 'start' ? undefined : align;
}

/** An unordered list is a task list if and only if any item has a checkbox. */
function normalizeList(list: ListBlock): Block | undefined {
  if (list.nodes.length === 0) return undefined;
  const hasBoxes = list.nodes.some(({ data }) => data.checked !== undefined);
  const items = list.nodes.map(({ data, nodes }) => {
    const checked = list.type === 'list-tasks' && !hasBoxes ? false : data.checked;
    return createListItem(normalizeBlocks(nodes), checked);
  });
  if (list.type !== 'list-ordered') {
    return createList(
      hasBoxes || list.type === 'list-tasks' ? 'list-tasks' : 'list-unordered',
      items,
    );
  }
  const { start } = list.data;
  return createBlock('list-ordered', start === undefined || start === 1 ? {} : { start }, items);
}

function normalizeImage({ data, fragments }: ImageBlock): ImageBlock {
  const { ref, refDark, width, height, alt } = data;
  const caption = contentOf(joinParagraphs(fragments));
  const normalized = withoutEmpty({
    ref,
    refDark,
    width: normalizeLength(width),
    height: normalizeLength(height),
    alt: oneLine(alt),
  });
  return createImage(normalized, caption.length > 0 ? caption : undefined);
}

/** Joins the paragraphs of fragments with line breaks. */
function joinParagraphs(fragments: readonly Fragment[]): InlineContent {
  const paragraphs = fragments.flatMap(({ nodes }) => {
    return nodes.flatMap((node) => (node.type === 'paragraph' ? [node.nodes] : []));
  });
  return paragraphs.flatMap((nodes, index) => (index > 0 ? [createText('\n'), ...nodes] : nodes));
}

function normalizeLength(length: Length | undefined): Length | undefined {
  if (length === undefined) return undefined;
  if (typeof length === 'number') return rounded(length);
  const value = rounded(length.value);
  return length.unit === 'px' ? value : { unit: length.unit, value };
}

/** Rounds to the precision of written lengths. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function normalizeCode({ data, nodes }: CodeBlock): CodeBlock {
  const { syntax, title, overflow, lineNumbers, fullWidth } = data;
  const parts = withoutEmpty({ syntax, title: oneLine(title), overflow, lineNumbers });
  const lines = nodes.flatMap(normalizeLine);
  return createBlock(
    'code',
    { ...parts, ...wide(fullWidth) },
    lines.length > 0 ? lines : [codeLine({}, [])],
  );
}

/** Normalizes a line of code, which is split at line breaks. */
function normalizeLine({ data, nodes }: CodeLineBlock): CodeLineBlock[] {
  const lines: CodeLineBlock['nodes'][] = [[]];
  for (const node of nodes) {
    if (node.object !== 'text') {
      lines.at(-1)?.push(normalizeInCode(node));
      continue;
    }
    const text = node.leaves.map((leaf) => leaf.text).join('');
    text.split(/\r\n?|\n/).forEach((part, index) => {
      if (index > 0) lines.push([]);
      const line = lines.at(-1);
      const last = line?.at(-1);
      const leaf = last?.object === 'text' ? last.leaves[0] : undefined;
      if (leaf) leaf.text += part;
      else if (part !== '') line?.push(createText(part));
    });
  }
  return lines.map((line) => {
    // An empty line has no visible highlighting.
    const isHighlighted = data.highlighted === true && line.length > 0;
    return codeLine(isHighlighted ? { highlighted: true } : {}, line);
  });
}

function normalizeInCode(node: Exclude<CodeLineBlock['nodes'][number], { object: 'text' }>) {
  if (node.type === 'expression') {
    const expression = oneLine(node.data.expression);
    return { object: 'inline', type: 'expression', isVoid: true, data: { expression } } as const;
  }
  const annotation = normalizeAnnotation(node, normalizeBlocks);
  const text = annotation.nodes.flatMap(({ leaves }) => leaves.map((leaf) => leaf.text)).join('');
  return { ...annotation, nodes: text === '' ? [] : [createText(text)] };
}

function codeLine(data: CodeLineBlock['data'], nodes: CodeLineBlock['nodes']): CodeLineBlock {
  return createBlock('code-line', data, nodes.length > 0 ? nodes : [createText('')]);
}

function normalizeExpandable({ fragments }: ExpandableBlock): ExpandableBlock {
  const parts = ['expandable-title', 'expandable-body'] as const;
  const [title, body] = parts.map((part) => {
    return fragments.filter(({ fragment, type }) => (fragment || type) === part);
  });
  const nodes = [
    [createParagraph(contentOf(joinParagraphs(title ?? [])))],
    normalizeBlocks((body ?? []).flatMap((fragment) => fragment.nodes)),
  ];
  return {
    object: 'block',
    type: 'expandable',
    isVoid: true,
    data: {},
    fragments: parts.map((fragment, index) => {
      return { object: 'fragment', fragment, type: fragment, nodes: nodes[index] ?? [] };
    }),
  };
}

function normalizePanels(
  block: Extract<Block, { type: 'tabs' | 'stepper' | 'columns' }>,
): Block | undefined {
  if (block.nodes.length === 0) return undefined;
  if (block.type === 'stepper') {
    const steps = block.nodes.map(({ data: { icon }, nodes }) => {
      return createBlock('stepper-step', withoutEmpty({ icon }), normalizeBlocks(nodes));
    });
    return createBlock('stepper', {}, steps);
  }
  const data = wide(block.data.fullWidth);
  if (block.type === 'tabs') {
    const tabs = block.nodes.map(({ data: { title }, nodes }) => {
      const tabData = withoutEmpty({ title: oneLine(title) });
      return createBlock('tabs-item', tabData, normalizeBlocks(nodes));
    });
    return createBlock('tabs', data, tabs);
  }
  const columns = block.nodes.map(({ data: { width, verticalAlignment }, nodes }) => {
    const columnData = withoutEmpty({ width: normalizeLength(width), verticalAlignment });
    return createBlock('column', columnData, normalizeBlocks(nodes));
  });
  return createBlock('columns', data, columns);
}

type LeafBlock = Exclude<
  Extract<Block, { isVoid: true }>,
  { type: 'math' | 'expandable' | 'table' | 'image' | 'tag' }
>;

function normalizeVoid({ key: _key, ...block }: LeafBlock): Block {
  switch (block.type) {
    case 'content-ref':
      return { ...block, isVoid: true, data: { ref: normalizeReference(block.data.ref) } };
    case 'embed': {
      const { url, fullWidth } = block.data;
      return { ...block, isVoid: true, data: { url, ...wide(fullWidth) } };
    }
    case 'swagger': {
      const { fullWidth, ...data } = block.data;
      return { ...block, isVoid: true, data: { ...data, ...wide(fullWidth) } };
    }
    case 'integration':
      return { ...block, isVoid: true, data: withoutEmpty(block.data) };
    default:
      return { ...block, isVoid: true };
  }
}
