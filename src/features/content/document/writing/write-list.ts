import type { Block, ListBlock, ListItemBlock } from '../document-tree.ts';
import { indent } from './write-tag.ts';

const startMax = 999_999_999;

type WriteBlocks = (blocks: readonly Block[]) => string;

/**
 * A list. Items of one paragraph, with a list below it, stand close together.
 *
 * @param marker what items begin with, or what ends their numbers
 */
export function writeList(list: ListBlock, marker: string, writeBlocks: WriteBlocks): string {
  const items = list.nodes.map((item, index) => {
    return writeItem(item, itemMarker(list, index, marker), writeBlocks);
  });
  return items.join(list.nodes.every(isCloseItem) ? '\n' : '\n\n');
}

/** What an item of a list begins with. */
export function itemMarker(list: ListBlock, index: number, marker: string): string {
  if (list.type !== 'list-ordered') return marker;
  return `${Math.min((list.data.start ?? 1) + index, startMax)}${marker}`;
}

/** One item of a list. */
export function writeItem(
  { data, nodes }: ListItemBlock,
  marker: string,
  writeBlocks: WriteBlocks,
): string {
  const [first, second] = nodes;
  const isClose = isCloseItem({ nodes });
  const content =
    isClose && first && second
      ? `${writeBlocks([first])}\n${writeBlocks([second])}`
      : writeBlocks(nodes);
  const box = data.checked === undefined ? '' : `[${data.checked ? 'x' : ' '}]`;
  const written = isEmpty(nodes) ? '' : content;
  if (box === '' || written === '') return withMarker(marker, box + written);
  // A box is read at the start of a paragraph only.
  const isText = first?.type === 'paragraph' && !first.data.align && !isEmpty([first]);
  return withMarker(marker, `${box}${isText ? ' ' : '\n\n'}${written}`);
}

function withMarker(marker: string, content: string): string {
  return `${marker} ${indent(content, ' '.repeat(marker.length + 1))}`.trimEnd();
}

/** An item of an empty paragraph is written as nothing. */
function isEmpty(nodes: readonly Block[]): boolean {
  const [first] = nodes;
  if (nodes.length > 1 || first?.type !== 'paragraph' || first.data.align) return false;
  const [text] = first.nodes;
  return first.nodes.length === 0 || (text?.object === 'text' && textLength(text) === 0);
}

function textLength({ leaves }: { leaves: readonly { text: string }[] }): number {
  return leaves.reduce((length, { text }) => length + text.length, 0);
}

/** Whether an item needs no empty lines: a numbered list in it must begin with 1 for that. */
function isCloseItem({ nodes }: Pick<ListItemBlock, 'nodes'>): boolean {
  const [first, second] = nodes;
  if (first?.type !== 'paragraph' || isEmpty([first]) || nodes.length > 2) return nodes.length <= 1;
  if (first.data.align !== undefined) return !second;
  if (!second) return true;
  const isList = second.type === 'list-unordered' || second.type === 'list-tasks';
  return isList && second.nodes.every((item) => isCloseItem(item) && !isEmpty(item.nodes));
}
