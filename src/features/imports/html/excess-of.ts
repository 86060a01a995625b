/** Levels of elements within elements that a page may have; browsers stop at 512. */
const ELEMENT_DEPTH_MAX = 256;

/** Elements that a page may have. */
const ELEMENT_COUNT_MAX = 60_000;

/** Elements without an end. */
const empty = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param'],
  ...['source', 'track', 'wbr'],
]);

/** Elements that the next of their kind ends, so that their ends are often left out. */
const endless = new Set([
  ...['p', 'li', 'dt', 'dd', 'tr', 'td', 'th', 'thead', 'tbody', 'tfoot', 'colgroup'],
  ...['option', 'optgroup', 'rt', 'rp', 'html', 'head', 'body'],
]);

/** Elements that hold text only. */
const textOnly = new Set(['script', 'style', 'textarea', 'title', 'noscript', 'template', 'svg']);

const tagStart = /<(?:!--|(\/?)([a-z][^\s/>]*))/gi;

/**
 * What makes HTML too much to be parsed: how many elements it has, and how many within one another.
 * It only counts tags, in one pass: parsing such a page would take minutes, or the whole stack.
 */
export function excessOf(html: string): string | undefined {
  const lower = html.toLowerCase();
  const pattern = new RegExp(tagStart);
  let [depth, count] = [0, 0];
  for (let tag = pattern.exec(lower); tag; tag = pattern.exec(lower)) {
    const [, slash, name] = tag;
    if (name === undefined) {
      if (!skipTo(pattern, lower, '-->')) return undefined;
    } else if (slash) {
      if (depth > 0 && isCounted(name)) depth -= 1;
    } else if (textOnly.has(name)) {
      if (!skipTo(pattern, lower, `</${name}`)) return undefined;
    } else {
      count += 1;
      if (isCounted(name)) depth += 1;
      if (count > ELEMENT_COUNT_MAX) return `has more than ${ELEMENT_COUNT_MAX} elements`;
      if (depth > ELEMENT_DEPTH_MAX) {
        return `has more than ${ELEMENT_DEPTH_MAX} elements within one another`;
      }
    }
  }
  return undefined;
}

function isCounted(name: string): boolean {
  return !empty.has(name) && !endless.has(name) && !textOnly.has(name);
}

/** Goes on behind a text; false when it does not come. */
function skipTo(pattern: RegExp, text: string, end: string): boolean {
  const found = text.indexOf(end, pattern.lastIndex);
  pattern.lastIndex = found < 0 ? text.length : found + end.length;
  return found >= 0;
}
