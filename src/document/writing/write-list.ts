import type { Block, ListBlock, ListItemBlock } from '../document-tree.ts';
import { indent } from './write-tag.ts';

const startMax = 999_999_999;

type WriteBlocks = (blocks: readonly Block[]) => string;

/**
 * Writes a list. A list is tight if its items are single paragraphs, optionally followed by a list.
 *
 * @param marker bullet of the items, or the delimiter after their numbers
 */
export function writeList(list: ListBlock, marker: string, writeBlocks: WriteBlocks): string {
  const items = list.nodes.map((item, index) => {
    return writeItem(item, itemMarker(list, index, marker), writeBlocks);
  });
  return items.join(list.nodes.every(isCloseItem) ? '\n' : '\n\n');
}

/** Returns the marker of a list item. */
export function itemMarker(list: ListBlock, index: number, marker: string): string {
  if (list.type !== 'list-ordered') return marker;
  return `${Math.min((list.data.start ?? 1) + index, startMax)}${marker}`;
}

/** Writes a list item. */
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
  // A checkbox is recognized only at the start of a paragraph.
  const isText = first?.type === 'paragraph' && !first.data.align && !isEmpty([first]);
  return withMarker(marker, `${box}${isText ? ' ' : '\n\n'}${written}`);
}

function withMarker(marker: string, content: string): string {
  return `${marker} ${indent(content, ' '.repeat(marker.length + 1))}`.trimEnd();
}

/** Checks for an item with one empty paragraph, which is written as nothing. */
function isEmpty(nodes: readonly Block[]): boolean {
  const [first] = nodes;
  if (nodes.length > 1 || first?.type !== 'paragraph' || first.data.align) return false;
  const [text] = first.nodes;
  return first.nodes.length === 0 || (text?.object === 'text' && textLength(text) === 0);
}

function textLength({ leaves }: { leaves: readonly { text: string }[] }): number {
  return leaves.reduce((length, { text }) => length + text.length, 0);
}

/**
 * Checks whether an item is tight, i.e. needs no empty lines. A numbered list inside would have to
 * start with 1 for that.
 */
function isCloseItem({ nodes }: Pick<ListItemBlock, 'nodes'>): boolean {
  const [first, second] = nodes;
  if (first?.type !== 'paragraph' || isEmpty([first]) || nodes.length > 2) return nodes.length <= 1;
  if (first.data.align !== undefined) return !second;
  if (!second) return true;
  const isList = second.type === 'list-unordered' || second.type === 'list-tasks';
  return isList && second.nodes.every((item) => isCloseItem(item) && !isEmpty(item.nodes));
}
