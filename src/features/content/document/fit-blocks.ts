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

const essentials = [
  ...['paragraph', 'heading-1', 'heading-2', 'heading-3'],
  ...['list-ordered', 'list-unordered', 'list-tasks', 'divider'],
];
const panel = [
  ...essentials,
  ...[
    'content-ref',
    'code',
    'embed',
    'file',
    'images',
    'hint',
    'blockquote',
    'math',
    'integration',
  ],
];

/** What the tree allows within each kind of container. */
const allowed = {
  blockquote: new Set([...essentials, 'blockquote']),
  hint: new Set(essentials),
  'list-item': new Set([...essentials, 'code', 'hint', 'blockquote', 'math', 'table']),
  'tabs-item': new Set(panel),
  'stepper-step': new Set(panel),
  'expandable-body': new Set([
    ...essentials,
    ...['images', 'code', 'table', 'hint', 'blockquote', 'reusable-content'],
  ]),
} as const;

/** Blocks that dissolve in a quote or hint, rather than to stand between two of them. */
const dissolving = new Set(['images', 'hint', 'blockquote']);

export type Container = keyof typeof allowed;

/**
 * Makes blocks fit into a container whose kind does not allow all of them: images go into the line,
 * tabs and steps become titles with what stood in them, references become links, and what a list
 * item may hold (a table) goes into one. No text is lost.
 */
export function fitBlocks(container: Container, blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => {
    return allowed[container].has(block.type) ? [block] : simplify(container, block);
  });
}

/**
 * Puts blocks into containers, as many as needed: a block that may not be within one (code in a
 * hint) stands between two of them, so that it keeps its form.
 */
export function wrapBlocks(
  container: 'blockquote' | 'hint',
  blocks: readonly Block[],
  wrap: (nodes: Block[]) => Block,
): Block[] {
  const result: Block[] = [];
  let nodes: Block[] = [];
  const endContainer = () => {
    if (nodes.length > 0) result.push(wrap(nodes));
    nodes = [];
  };
  for (const block of blocks) {
    const dissolves = dissolving.has(block.type) && !allowed[container].has(block.type);
    const fitting = dissolves ? fitBlocks(container, [block]) : [block];
    if (fitting.every(({ type }) => allowed[container].has(type))) {
      nodes.push(...fitting);
      continue;
    }
    endContainer();
    result.push(block);
  }
  endContainer();
  return result.length > 0 ? result : [wrap([createParagraph([])])];
}

function simplify(container: Container, block: Block): Block[] {
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
      return block.nodes.flatMap((item) => {
        const title = item.type === 'tabs-item' ? item.data.title : undefined;
        const nodes = fitBlocks(container, item.nodes);
        return title ? [createTitleParagraph(title), ...nodes] : nodes;
      });
    case 'expandable':
      return block.fragments.flatMap(({ nodes }) => fitBlocks(container, nodes));
    case 'hint':
    case 'blockquote':
      return fitBlocks(container, block.nodes);
    case 'code':
    case 'table':
      return [createList('list-unordered', [createListItem([block])])];
    default:
      return 'data' in block && block.isVoid ? [describeReference(block)] : [];
  }
}

function inlineImage({ data, fragments }: ImageBlock): InlineContent {
  const { ref, refDark, alt } = data;
  const image = createInlineImage({
    ref,
    ...(refDark ? { refDark } : {}),
    ...(alt ? { caption: alt } : {}),
  });
  const captions = fragments.flatMap(({ nodes }) => {
    return nodes.flatMap((node) => (node.type === 'paragraph' ? node.nodes : []));
  });
  return captions.length > 0 ? [image, createText(' '), ...captions] : [image];
}

/** A paragraph with a link in the place of a block that points to something. */
function describeReference(block: ReferenceBlock | Block): Block {
  if (block.type === 'embed') return linkParagraph({ kind: 'url', url: block.data.url });
  if (block.type === 'integration') {
    const { integration, block: name, props } = block.data;
    const lines = [`@${integration}/${name}`, ...Object.values(props)];
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
