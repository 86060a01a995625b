import { withoutEmpty } from '../lib/without-empty.ts';
import type { ConversionContext } from './content-references.ts';
import { createBlock, createParagraph, createText } from './document-nodes.ts';
import type {
  Block,
  ColumnBlock,
  ExpandableBlock,
  StepBlock,
  TabsItemBlock,
} from './document-tree.ts';
import { fitBlocks } from './fit-blocks.ts';
import { convertInlines } from './inlines.ts';
import { readLength, readVerticalAlignment } from './lengths.ts';
import type { ConvertBlocks, SourceBlock } from './source-tree.ts';

/** Converts tabs; content between tabs divides them into several blocks. */
export function convertTabs(
  { children, tag }: SourceBlock,
  convertBlocks: ConvertBlocks,
  context: ConversionContext,
): Block[] {
  const data = fullWidth(tag);
  return dividePanels(children, 'tab', convertBlocks, (items) =>
    createBlock(
      'tabs',
      data,
      items.map((item): TabsItemBlock => {
        const title = item.tag?.attributes.title?.replace(/\s+/g, ' ').trim();
        return panel('tabs-item', title ? { title } : {}, item, convertBlocks, context);
      }),
    ),
  );
}

/** Converts a stepper; content between steps divides it into several blocks. */
export function convertStepper(
  { children }: SourceBlock,
  convertBlocks: ConvertBlocks,
  context: ConversionContext,
): Block[] {
  return dividePanels(children, 'step', convertBlocks, (items) =>
    createBlock(
      'stepper',
      {},
      items.map((item): StepBlock => {
        const icon = item.tag?.attributes.icon?.slice(0, 50);
        return panel('stepper-step', icon ? { icon } : {}, item, convertBlocks, context);
      }),
    ),
  );
}

/** Converts columns; content between columns divides them into several blocks. */
export function convertColumns(
  { children, tag }: SourceBlock,
  convertBlocks: ConvertBlocks,
  context: ConversionContext,
): Block[] {
  const data = fullWidth(tag);
  return dividePanels(children, 'column', convertBlocks, (items) =>
    createBlock(
      'columns',
      data,
      items.map((item): ColumnBlock => {
        const width = readLength(item.tag?.attributes.width);
        const verticalAlignment = readVerticalAlignment(item.tag?.attributes.verticalAlignment);
        const columnData = withoutEmpty({ width, verticalAlignment });
        return panel('column', columnData, item, convertBlocks, context);
      }),
    ),
  );
}

function fullWidth(tag: SourceBlock['tag']): { fullWidth?: boolean } {
  return tag?.attributes.fullWidth === 'true' ? { fullWidth: true } : {};
}

/** Converts `<details>`: the summary becomes the title, the rest the body. */
export function convertExpandable(
  children: readonly SourceBlock[],
  convertBlocks: ConvertBlocks,
  context: ConversionContext,
): ExpandableBlock {
  const summary = children.find(({ type }) => type === 'summary');
  const title = convertInlines(summary?.children[0]?.token.children ?? [], context);
  const others = children.filter((child) => child !== summary);
  const body = fitBlocks('expandable-body', convertBlocks(others), context);
  return {
    object: 'block',
    type: 'expandable',
    isVoid: true,
    data: {},
    fragments: [
      {
        object: 'fragment',
        fragment: 'expandable-title',
        type: 'expandable-title',
        nodes: [createParagraph(summary ? title : [createText('Details')])],
      },
      {
        object: 'fragment',
        fragment: 'expandable-body',
        type: 'expandable-body',
        nodes: body.length > 0 ? body : [createParagraph([])],
      },
    ],
  };
}

/** Creates blocks of panels, as many as needed to keep the order of the markdown. */
function dividePanels(
  children: readonly SourceBlock[],
  name: 'tab' | 'step' | 'column',
  convertBlocks: ConvertBlocks,
  createPanels: (items: readonly SourceBlock[]) => Block,
): Block[] {
  const blocks: Block[] = [];
  let items: SourceBlock[] = [];
  const endPanels = () => {
    if (items.length > 0) blocks.push(createPanels(items));
    items = [];
  };
  for (const child of children) {
    if (child.tag?.name === name && child.tag.paired) {
      items.push(child);
      continue;
    }
    const others = convertBlocks([child]);
    if (others.length > 0) endPanels();
    blocks.push(...others);
  }
  endPanels();
  return blocks;
}

function panel<Type extends 'tabs-item' | 'stepper-step' | 'column', Data>(
  type: Type,
  data: Data,
  item: SourceBlock,
  convertBlocks: ConvertBlocks,
  context: ConversionContext,
) {
  const blocks = fitBlocks(type, convertBlocks(item.children), context);
  const nodes = blocks.length > 0 ? blocks : [createParagraph([])];
  const node = createBlock(type, data, nodes);
  context.origins.set(node as unknown as Block, item);
  return node;
}
