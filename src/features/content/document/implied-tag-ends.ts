import { isPairedTag } from './tag-syntax.ts';
import type { Tag } from './tag-syntax.ts';

/**
 * Items of a container: authors forget their ends, and the next item or the container's end shows
 * them.
 */
const containers: Record<string, string> = { tab: 'tabs', step: 'stepper', column: 'columns' };

/** The items before which the end of a `tab`, `step` or `column` is missing, by index. Linear. */
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
