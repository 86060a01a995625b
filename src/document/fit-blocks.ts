import { withoutEmpty } from '../lib/without-empty.ts';
import { allowedBlocks } from './block-nesting.ts';
import type { Container } from './block-nesting.ts';
import type { ConversionContext } from './content-references.ts';
import {
  createInlineImage,
  createList,
  createListItem,
  createParagraph,
  createText,
  createTitleParagraph,
} from './document-nodes.ts';
import type {
  Block,
  ContentReference,
  ImageBlock,
  InlineContent,
  ReferenceBlock,
} from './document-tree.ts';

/** Blocks that dissolve inside a quote or hint instead of splitting it in two. */
const dissolving = new Set(['images', 'hint', 'blockquote']);

/**
 * Converts blocks so that they fit into a container that does not allow all kinds. Images become
 * inline, and references become links. Tabs and steps become titles with their content. A block
 * that only a list item may contain (a table) gets a list item. No text is lost.
 */
export function fitBlocks(
  container: Container,
  blocks: readonly Block[],
  { origins }: Pick<ConversionContext, 'origins'>,
): Block[] {
  const fitted: Block[] = [];
  for (const block of blocks) {
    // Uses a loop, since thousands of blocks may be fitted again on each level of nesting.
    if (!isTransparent(block) && allowedBlocks[container].has(block.type)) {
      fitted.push(block);
      continue;
    }
    const origin = origins.get(block);
    for (const node of fitBlock(container, block, origins)) {
      // Blocks from its content already have an origin.
      if (origin && !origins.has(node)) origins.set(node, origin);
      fitted.push(node);
    }
  }
  return fitted;
}

/** Checks whether a block may contain the same blocks as its container. */
function isTransparent(block: Block) {
  return block.type === 'if' || (block.type === 'tag' && !block.isVoid);
}

type Origins = ConversionContext['origins'];

function fitBlock(container: Container, block: Block, origins: Origins): Block[] {
  if (!allowedBlocks[container].has(block.type)) return simplify(container, block, origins);
  if (!isTransparent(block)) return [block];
  const nodes = fitBlocks(container, block.nodes, { origins });
  return [{ ...block, nodes: nodes.length > 0 ? nodes : [createParagraph([])] }];
}

/**
 * Wraps blocks in containers, as many as needed. A block that is not allowed inside (code in a
 * hint) splits the container and keeps its form.
 */
export function wrapBlocks(
  container: 'blockquote' | 'hint',
  blocks: readonly Block[],
  { origins }: Pick<ConversionContext, 'origins'>,
  wrap: (nodes: Block[]) => Block,
): Block[] {
  const result: Block[] = [];
  let nodes: Block[] = [];
  const endContainer = () => {
    if (nodes.length > 0) result.push(wrap(nodes));
    nodes = [];
  };
  for (const block of blocks) {
    const isAllowed = allowedBlocks[container].has(block.type);
    const dissolves = isTransparent(block) || (dissolving.has(block.type) && !isAllowed);
    const fitting = dissolves ? fitBlocks(container, [block], { origins }) : [block];
    if (fitting.every(({ type }) => allowedBlocks[container].has(type))) {
      for (const node of fitting) nodes.push(node);
      continue;
    }
    endContainer();
    result.push(block);
  }
  endContainer();
  return result.length > 0 ? result : [wrap([createParagraph([])])];
}

function simplify(container: Container, block: Block, origins: Origins): Block[] {
  switch (block.type) {
    case 'images':
      return [createParagraph(block.nodes.flatMap(inlineImage))];
    case 'math': {
      const { formula } = block.data;
      return [
        createParagraph([
          { object: 'inline', type: 'inline-math', isVoid: true, data: { formula } },
        ]),
      ];
    }
    case 'tabs':
    case 'stepper':
    case 'columns':
      return block.nodes.flatMap((item) => {
        const title = item.type === 'tabs-item' ? item.data.title : undefined;
        const nodes = fitBlocks(container, item.nodes, { origins });
        if (!title) return nodes;
        const heading = createTitleParagraph(title);
        const origin = origins.get(item);
        if (origin) {
          const [line] = origin.lines;
          origins.set(heading, { ...origin, lines: [line, line + 1] });
        }
        return [heading, ...nodes];
      });
    case 'expandable':
      return block.fragments.flatMap(({ nodes }) => fitBlocks(container, nodes, { origins }));
    case 'hint':
    case 'blockquote':
    case 'if':
      return fitBlocks(container, block.nodes, { origins });
    case 'tag':
      return block.isVoid ? [] : fitBlocks(container, block.nodes, { origins });
    case 'code':
    case 'table':
      return [createList('list-unordered', [createListItem([block])])];
    default:
      return 'data' in block && block.isVoid ? [describeReference(block)] : [];
  }
}

function inlineImage({ data, fragments }: ImageBlock): InlineContent {
  const { ref, refDark, alt: caption } = data;
  const image = createInlineImage(withoutEmpty({ ref, refDark, caption }));
  const captions = fragments.flatMap(({ nodes }) => {
    return nodes.flatMap((node) => (node.type === 'paragraph' ? node.nodes : []));
  });
  return captions.length > 0 ? [image, createText(' '), ...captions] : [image];
}

/** Returns a paragraph with a link that replaces a reference block. */
function describeReference(block: ReferenceBlock | Block): Block {
  if (block.type === 'embed') return linkParagraph({ kind: 'url', url: block.data.url });
  if (block.type === 'integration') {
    const { integration, block: name, props } = block.data;
    const texts = Object.values(props).filter((value) => typeof value === 'string');
    const lines = [`@${integration}/${name}`, ...texts];
    return createParagraph([createText(lines.join('\n'))]);
  }
  const data: { ref?: ContentReference; method?: string; path?: string; name?: string } =
    'ref' in block.data ? block.data : {};
  const label = [data.method, data.path ?? data.name].filter(Boolean).join(' ');
  return data.ref ? linkParagraph(data.ref, label) : createParagraph([createText(label)]);
}

function linkParagraph(ref: ContentReference, label = ''): Block {
  const text = label || (Object.values(ref)[1] ?? '');
  return createParagraph([
    { object: 'inline', type: 'link', isVoid: false, data: { ref }, nodes: [createText(text)] },
  ]);
}
