import type { CodeBlock, CodeLineBlock } from '../../../document/document-tree.ts';
import { inlineText } from '../../../document/tree-text.ts';
import { printInlines } from './print-inlines.ts';
import type { PrintBlock, PrintInline } from './print-tree.ts';
import { wordMax, narrowContext, type PrintContext } from './setting.ts';
import { charactersOf, printableText, printLine } from './text-pieces.ts';

const CODE_SIZE = 8.4;
/** Maximum number of lines of code that is colored. */
const COLORED_LINES_MAX = 3000;
/** Maximum number of lines in one box: the time for a box grows with the square of its height. */
const LINES_MAX = 1000;
/** Padding of the box, and width of the line numbers. */
const INSET = 21;
const NUMBERS_WIDTH = 24;

/**
 * Prints code in a box. Plain code is colored as its language. Code with links, notes or words that
 * are longer than a line is printed line by line.
 */
export function printCode({ data, nodes }: CodeBlock, setting: PrintContext): PrintBlock[] {
  const parts = Array.from({ length: Math.ceil(nodes.length / LINES_MAX) }, (_, index) =>
    nodes.slice(index * LINES_MAX, (index + 1) * LINES_MAX),
  );
  return parts.map((lines, index) =>
    printLines(lines, { start: index * LINES_MAX, count: nodes.length, data }, setting),
  );
}

function printLines(
  nodes: readonly CodeLineBlock[],
  { start, count, data }: { start: number; count: number; data: CodeBlock['data'] },
  setting: PrintContext,
): PrintBlock {
  const numbered = data.lineNumbers === true;
  const inset = INSET + (numbered ? NUMBERS_WIDTH : 0);
  const inner = { ...narrowContext(setting, inset), fontSize: CODE_SIZE };
  const source = nodes.map((line) => line.nodes.map(inlineText).join('')).join('\n');
  const isPlain = nodes.every((line) => line.nodes.every(({ object }) => object === 'text'));
  const wordLength = charactersOf(inner.width, CODE_SIZE);
  const hasSource = isPlain && source.split(/\s+/).every(({ length }) => length <= wordLength);
  return {
    kind: 'code',
    ...(data.title && start === 0 && { title: printLine(data.title, wordMax(inner)) }),
    numbered,
    start: start + 1,
    highlighted: nodes.flatMap((line, index) => (line.data.highlighted ? [index + 1] : [])),
    ...(hasSource
      ? {
          source: printSource(source),
          ...(data.syntax && count <= COLORED_LINES_MAX && { syntax: data.syntax }),
        }
      : { lines: nodes.map((line) => printCodeLine(line, inner)) }),
  };
}

/** Returns code with printable characters only. */
function printSource(source: string): string {
  return source
    .split('\n')
    .map((line) => printableText(line.replaceAll('\t', '    ')))
    .join('\n');
}

/** Prints a line. Its spaces are kept, also at the beginning. */
function printCodeLine({ nodes }: CodeLineBlock, setting: PrintContext): PrintInline[] {
  return printInlines(
    nodes.map((node) =>
      node.object === 'text'
        ? {
            ...node,
            leaves: node.leaves.map((leaf) => ({ ...leaf, text: spaced(leaf.text) })),
          }
        : node,
    ),
    setting,
  );
}

/** Keeps spaces at the beginning of a text, and where several follow one another. */
function spaced(text: string): string {
  return text
    .replaceAll('\t', '    ')
    .replaceAll(/^ +| {2,}/g, (spaces) => '\u00a0'.repeat(spaces.length));
}
