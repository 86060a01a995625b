import { createList, createListItem } from './document-nodes.ts';
import type { ListBlock, ListItemBlock } from './document-tree.ts';
import { fitBlocks } from './fit-blocks.ts';
import type { ConvertBlocks, SourceBlock } from './source-tree.ts';

/** A list; an unordered one in which an item has a box to tick is a list of tasks. */
export function convertList(list: SourceBlock, convertBlocks: ConvertBlocks): ListBlock {
  const items = list.children.map((item) => convertItem(item, convertBlocks));
  if (list.type === 'bullet_list') {
    const isTasks = items.some(({ data }) => data.checked !== undefined);
    return createList(isTasks ? 'list-tasks' : 'list-unordered', items);
  }
  const start = Number(list.token.attrGet('start') ?? 1);
  return {
    object: 'block',
    type: 'list-ordered',
    isVoid: false,
    data: start === 1 ? {} : { start },
    nodes: items,
  };
}

function convertItem(item: SourceBlock, convertBlocks: ConvertBlocks): ListItemBlock {
  const checked = takeBox(item);
  return createListItem(fitBlocks('list-item', convertBlocks(item.children)), checked);
}

/** Takes `[ ]` or `[x]` off the start of an item. */
function takeBox(item: SourceBlock): boolean | undefined {
  const paragraph = item.children[0];
  const text = paragraph?.type === 'paragraph' ? paragraph.children[0]?.token.children?.[0] : null;
  const match = text?.type === 'text' ? /^\[([ xX])\](?:\s+|$)/.exec(text.content) : null;
  if (!text || !match) return undefined;
  text.content = text.content.slice(match[0].length);
  return match[1] !== ' ';
}
