/**
 * Rewrites the bullets of an outline so that a strict markdown parser sees the same nesting as a
 * reader. Every marker becomes `*`; any indentation becomes two spaces per level. A bullet is a
 * child of the bullet above if it is indented by at least two more columns.
 */
export function normalizeBullets(text: string, depthMax: number): string {
  const indents: number[] = [];
  let afterBlank = true;
  const lines = text.split(/\r\n?|\n/).map((line) => {
    const [normalized, endsList] = normalizeLine(line, indents, depthMax, afterBlank);
    if (endsList) indents.length = 0;
    afterBlank = line.trim() === '';
    return normalized;
  });
  return lines.join('\n');
}

const rulePattern = /^[ \t]*([*_-])(?:[ \t]*\1){2,}[ \t]*$/;
const bulletPattern = /^([ \t]*)(?:[*+-]|\d{1,9}[.)])[ \t]+(\S.*)$/;

function normalizeLine(
  line: string,
  indents: number[],
  depthMax: number,
  afterBlank: boolean,
): [normalized: string, endsList: boolean] {
  if (rulePattern.test(line)) return [line.trim(), true];
  const bullet = bulletPattern.exec(line);
  if (!bullet) return [line, line.startsWith('#') || (afterBlank && /^\S/.test(line))];
  const [, indent = '', text = ''] = bullet;
  const column = indent.replaceAll('\t', '    ').length;
  while (indents.length > 0 && column < (indents.at(-1) ?? 0) + 2) indents.pop();
  const depth = Math.min(indents.length, depthMax - 1);
  indents.push(column);
  return [`${'  '.repeat(depth)}* ${text}`, false];
}
