import { isPairedTag } from './tag-syntax.ts';
import type { Tag } from './tag-syntax.ts';

/**
 * Containers by their items, whose ends authors omit: the next item or the end of the container
 * implies them.
 */
const containers: Record<string, string> = { tab: 'tabs', step: 'stepper', column: 'columns' };

/**
 * Returns the indexes before which the end of a `tab`, `step` or `column` is missing, with its
 * name. Takes linear time.
 */
export function findImpliedEnds(tags: readonly (Tag | undefined)[]): Map<number, string> {
  const ends = new Map<number, string>();
  const open: string[] = [];
  tags.forEach((tag, index) => {
    if (!tag || !isPairedTag(tag.name)) return;
    const last = open.at(-1) ?? '';
    const ending = tag.kind === 'open' ? tag.name === last : tag.name === containers[last];
    if (ending && containers[last] !== undefined) {
      ends.set(index, last);
      open.pop();
    }
    if (tag.kind === 'open') open.push(tag.name);
    else if (open.at(-1) === tag.name) open.pop();
  });
  return ends;
}
