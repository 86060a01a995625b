import katex from 'katex';
import { defaultTreeAdapter, parseFragment, type DefaultTreeAdapterMap } from 'parse5';
import type { MathVariant, PrintFormula } from './print-tree.ts';

type Node = DefaultTreeAdapterMap['childNode'];
type Element = DefaultTreeAdapterMap['element'];

/** Maximum length of a formula that is parsed, in characters. */
const LENGTH_MAX = 5000;
/** Maximum number of nested elements: Typst limits how deep its functions call each other. */
const DEPTH_MAX = 24;

/** An error for a formula that is nested too deeply. */
class TooDeepError extends Error {}

/**
 * Returns a formula as data: KaTeX reads it and writes MathML. Returns undefined for an invalid
 * formula, and for one that is too long or too deep.
 */
export function printFormula(source: string): PrintFormula[] | undefined {
  if (source.length > LENGTH_MAX) return undefined;
  try {
    const options = { output: 'mathml', strict: 'ignore', maxExpand: 1000 } as const;
    const { childNodes } = parseFragment(katex.renderToString(source, options));
    return readAll(childNodes, 0);
  } catch (error) {
    const isOfSource = error instanceof katex.ParseError || error instanceof RangeError;
    if (isOfSource || error instanceof TooDeepError) return undefined;
    throw error;
  }
}

/** Combining accents by the sign that MathML places over a letter. */
const accents: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '^\u02c6': '\u0302',
    '~\u02dc': '\u0303',
    '\u02c9\u00af': '\u0304',
    '\u00b4\u02ca': '\u0301',
    '`\u02cb': '\u0300',
    '\u02d8': '\u0306',
    '\u02c7': '\u030c',
    '\u02d9': '\u0307',
    '\u00a8': '\u0308',
    '\u02da': '\u030a',
    '\u20d7\u2192': '\u20d7',
  }).flatMap(([signs, accent]) => [...signs].map((sign) => [sign, accent] as const)),
);

const variants: Readonly<Record<string, MathVariant>> = {
  ...{ normal: 'upright', bold: 'bold', italic: 'italic', 'bold-italic': 'bold-italic' },
  ...{ 'double-struck': 'bb', script: 'cal', fraktur: 'frak', 'sans-serif': 'sans' },
  monospace: 'mono',
};

function readAll(nodes: readonly Node[], depth: number): PrintFormula[] {
  if (depth > DEPTH_MAX) throw new TooDeepError();
  return nodes.filter(isElement).flatMap((element) => read(element, depth + 1));
}

function read(element: Element, depth: number): PrintFormula[] {
  const children = element.childNodes.filter(isElement);
  const part = (index: number) => readAll(children.slice(index, index + 1), depth);
  switch (element.tagName) {
    case 'mi':
    case 'mn':
    case 'mo':
    case 'mtext':
    case 'ms':
      return readToken(element);
    case 'mspace':
      return [{ math: 'space', em: emOf(attribute(element, 'width')) }];
    case 'annotation':
      return [];
    case 'mphantom':
      return [{ math: 'hidden', body: readAll(children, depth) }];
    case 'menclose': {
      const isBox = attribute(element, 'notation')?.includes('box') === true;
      return [{ math: isBox ? 'boxed' : 'cancelled', body: readAll(children, depth) }];
    }
    case 'mfrac': {
      const line = attribute(element, 'linethickness')?.startsWith('0') !== true;
      return [{ math: 'fraction', above: part(0), below: part(1), line }];
    }
    case 'msqrt':
      return [{ math: 'root', body: readAll(children, depth) }];
    case 'mroot':
      return [{ math: 'root', body: part(0), index: part(1) }];
    case 'msub':
      return [{ math: 'scripts', base: part(0), below: part(1), limits: false }];
    case 'msup':
      return [{ math: 'scripts', base: part(0), above: part(1), limits: false }];
    case 'msubsup':
      return [{ math: 'scripts', base: part(0), below: part(1), above: part(2), limits: false }];
    case 'munderover':
      return [{ math: 'scripts', base: part(0), below: part(1), above: part(2), limits: true }];
    case 'munder':
      return [readUnder(part(0), part(1), textOf(children[1]))];
    case 'mover':
      return [readOver(part(0), part(1), textOf(children[1]))];
    case 'mtable':
      return [readRows(element, depth)];
    case 'mrow': {
      const body = readAll(children, depth);
      return isFence(children.at(0)) || isFence(children.at(-1)) ? [{ math: 'fence', body }] : body;
    }
    default:
      return readAll(children, depth);
  }
}

function readToken(element: Element): PrintFormula[] {
  const text = textOf(element).replaceAll(/[\u2061-\u2064\u200b]/g, '');
  if (text === '') return [];
  const variant = variants[attribute(element, 'mathvariant') ?? ''];
  const style = variant && { variant };
  if (element.tagName === 'mi' && [...text].length > 1) return [{ math: 'operator', text }];
  const isSign = element.tagName !== 'mtext' && [...text].length === 1 && !/\s|\p{M}/u.test(text);
  return [{ math: isSign ? 'sign' : 'text', text, ...style }];
}

function readUnder(base: PrintFormula[], below: PrintFormula[], sign: string): PrintFormula {
  if (sign === '⏟') return { math: 'brace', base, place: 'underbrace' };
  if (['_', '‾', '¯', '\u0332'].includes(sign)) return { math: 'line', base, place: 'underline' };
  return { math: 'scripts', base, below, limits: true };
}

function readOver(base: PrintFormula[], above: PrintFormula[], sign: string): PrintFormula {
  if (sign === '⏞') return { math: 'brace', base, place: 'overbrace' };
  if (sign === '‾' || (sign === 'ˉ' && base.length > 1)) {
    return { math: 'line', base, place: 'overline' };
  }
  const accent = accents.get(sign);
  if (accent !== undefined) return { math: 'accent', base, sign: accent };
  return { math: 'scripts', base, above, limits: true };
}

/** Reads a matrix, or equations whose columns are aligned in turn to the right and to the left. */
function readRows(table: Element, depth: number): PrintFormula {
  const rows = table.childNodes
    .filter(isElement)
    .map((row) => row.childNodes.filter(isElement).map((cell) => readAll([cell], depth)));
  const [first, second] = (attribute(table, 'columnalign') ?? '').split(' ');
  if (first === 'right' && second === 'left') return { math: 'rows', rows };
  const align = first === 'left' || first === 'right' ? first : 'center';
  return { math: 'matrix', rows, align };
}

function isElement(node: Node): node is Element {
  return defaultTreeAdapter.isElementNode(node);
}

/** Checks whether an element is a delimiter that grows with its content. */
function isFence(element: Element | undefined): boolean {
  return element?.tagName === 'mo' && attribute(element, 'fence') === 'true';
}

function attribute({ attrs }: Element, wanted: string): string | undefined {
  return attrs.find(({ name }) => name === wanted)?.value;
}

/** Returns a width in em, limited to what a formula needs. */
function emOf(width: string | undefined): number {
  const em = Number.parseFloat(width ?? '0') || 0;
  return Math.min(Math.max(em, -1), 4);
}

function textOf(element: Element | undefined): string {
  return (element?.childNodes ?? [])
    .map((node) => {
      if (defaultTreeAdapter.isTextNode(node)) return node.value;
      return isElement(node) ? textOf(node) : '';
    })
    .join('');
}
