import type { ConversionContext } from './content-references.ts';
import { createBlock, createList, createListItem } from './document-nodes.ts';
import type { ListBlock, ListItemBlock } from './document-tree.ts';
import { fitBlocks } from './fit-blocks.ts';
import type { ConvertBlocks, SourceBlock } from './source-tree.ts';

const boxPattern = /^\[([ xX])\](?:\s+|$)/;

/** Converts a list. An unordered list is a task list if any item has a checkbox. */
export function convertList(
  list: SourceBlock,
  convertBlocks: ConvertBlocks,
  context: ConversionContext,
): ListBlock {
  const items = list.children.map((item) => convertItem(item, convertBlocks, context));
  if (list.type === 'bullet_list') {
    const isTasks = items.some(({ data }) => data.checked !== undefined);
    return createList(isTasks ? 'list-tasks' : 'list-unordered', items);
  }
  const start = Number(list.token.attrGet('start') ?? 1);
  return createBlock('list-ordered', start === 1 ? {} : { start }, items);
}

function convertItem(
  item: SourceBlock,
  convertBlocks: ConvertBlocks,
  context: ConversionContext,
): ListItemBlock {
  const checked = takeBox(item);
  const nodes = fitBlocks('list-item', convertBlocks(item.children), context);
  const node = createListItem(nodes, checked);
  context.origins.set(node, item);
  return node;
}

/**
 * Removes `[ ]` or `[x]` from the start of an item, and returns its state; undefined without one.
 */
function takeBox(item: SourceBlock): boolean | undefined {
  const paragraph = item.children[0];
  const line = paragraph?.type === 'paragraph' ? paragraph.children[0]?.token : undefined;
  const text = line?.children?.[0];
  const match = text?.type === 'text' ? boxPattern.exec(text.content) : null;
  // An escaped box (`\\[ ]`) is text.
  if (!text || !match || !boxPattern.test(line?.content ?? '')) return undefined;
  text.content = text.content.slice(match[0].length);
  return match[1] !== ' ';
}
