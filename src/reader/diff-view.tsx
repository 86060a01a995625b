import { diffWordsWithSpace } from 'diff';
import type { ComponentChildren, VNode } from 'preact';

/** Longest pair of lines that is compared word by word, in characters. */
const COMPARED_LENGTH_MAX = 4000;

/** Shows a difference of texts line by line, and word by word in lines that replace others. */
export function DiffView({ unified }: { unified: string }): VNode {
  const lines = unified.split('\n').filter((line) => !/^(?:---|\+\+\+|\\)/.test(line));
  const shown: VNode[] = [];
  let at = 0;
  while (at < lines.length) {
    const removed = run(lines, at, '-');
    const added = run(lines, at + removed.length, '+');
    if (removed.length + added.length > 0) {
      shown.push(...changedLines(removed, added));
      at += removed.length + added.length;
      continue;
    }
    const line = lines[at] ?? '';
    if (line.startsWith('@@')) {
      if (shown.length > 0) shown.push(<hr />);
    } else {
      shown.push(<p>{line.slice(1)}</p>);
    }
    at += 1;
  }
  return <div class="diff">{shown}</div>;
}

/** Returns the lines with a sign from a place on, without it. */
function run(lines: readonly string[], from: number, sign: string): string[] {
  const found: string[] = [];
  for (let at = from; lines[at]?.startsWith(sign); at += 1) found.push(lines[at]?.slice(1) ?? '');
  return found;
}

function changedLines(removed: readonly string[], added: readonly string[]): VNode[] {
  const [before, after] = [removed.join('\n'), added.join('\n')];
  const isCompared =
    removed.length > 0 && added.length > 0 && before.length + after.length < COMPARED_LENGTH_MAX;
  const words = isCompared ? diffWordsWithSpace(before, after) : undefined;
  const old: ComponentChildren = words
    ? words.map(({ added: isNew, removed: isOld, value }) =>
        isNew ? null : isOld ? <del>{value}</del> : value,
      )
    : before;
  const now: ComponentChildren = words
    ? words.map(({ added: isNew, removed: isOld, value }) =>
        isOld ? null : isNew ? <ins>{value}</ins> : value,
      )
    : after;
  return [
    ...(removed.length > 0 ? [<p class="removed">{old}</p>] : []),
    ...(added.length > 0 ? [<p class="added">{now}</p>] : []),
  ];
}
