import type { ConversionContext } from './content-references.ts';
import { createParagraph, createText } from './document-nodes.ts';
import type { Block, ExpandableBlock, StepBlock, TabsItemBlock } from './document-tree.ts';
import { fitBlocks } from './fit-blocks.ts';
import { convertInlines } from './inlines.ts';
import type { ConvertBlocks, SourceBlock } from './source-tree.ts';

/** Tabs; what stands between them without being in a tab follows them. */
export function convertTabs(
  children: readonly SourceBlock[],
  convertBlocks: ConvertBlocks,
): Block[] {
  const { items, others } = splitItems(children, 'tab');
  const nodes = items.map((item): TabsItemBlock => {
    const title = item.tag?.attributes.title;
    return {
      object: 'block',
      type: 'tabs-item',
      isVoid: false,
      data: title ? { title } : {},
      nodes: panelContent('tabs-item', item, convertBlocks),
    };
  });
  const rest = convertBlocks(others);
  if (nodes.length === 0) return rest;
  return [{ object: 'block', type: 'tabs', isVoid: false, data: {}, nodes }, ...rest];
}

/** A stepper; what stands between the steps without being in one follows them. */
export function convertStepper(
  children: readonly SourceBlock[],
  convertBlocks: ConvertBlocks,
): Block[] {
  const { items, others } = splitItems(children, 'step');
  const nodes = items.map((item): StepBlock => {
    const icon = item.tag?.attributes.icon;
    return {
      object: 'block',
      type: 'stepper-step',
      isVoid: false,
      data: icon ? { icon } : {},
      nodes: panelContent('stepper-step', item, convertBlocks),
    };
  });
  const rest = convertBlocks(others);
  if (nodes.length === 0) return rest;
  return [{ object: 'block', type: 'stepper', isVoid: false, data: {}, nodes }, ...rest];
}

/** `<details>`: the summary is the title, everything else the body. */
export function convertExpandable(
  children: readonly SourceBlock[],
  convertBlocks: ConvertBlocks,
  context: ConversionContext,
): ExpandableBlock {
  const summary = children.find(({ type }) => type === 'summary');
  const title = convertInlines(summary?.children[0]?.token.children ?? [], context);
  const others = children.filter((child) => child !== summary);
  const body = fitBlocks('expandable-body', convertBlocks(others));
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

function splitItems(children: readonly SourceBlock[], name: 'tab' | 'step') {
  const isItem = ({ tag }: SourceBlock) => tag?.name === name && tag.paired;
  return {
    items: children.filter(isItem),
    others: children.filter((child) => !isItem(child)),
  };
}

function panelContent(
  container: 'tabs-item' | 'stepper-step',
  item: SourceBlock,
  convertBlocks: ConvertBlocks,
): Block[] {
  const blocks = fitBlocks(container, convertBlocks(item.children));
  return blocks.length > 0 ? blocks : [createParagraph([])];
}
