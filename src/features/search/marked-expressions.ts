import { createText } from '../../document/document-nodes.ts';
import type { Block } from '../../document/document-tree.ts';
import { mapNodes } from '../../document/map-nodes.ts';

/** The visible text of a section. */
export interface SectionText {
  title: string;
  text: string;
}

/** Unicode sets these characters apart for use inside of programs. A text loses them. */
const START = '\uFDD0';
const END = '\uFDD1';

const markedPattern = new RegExp(`${START}([^${START}${END}]*)${END}`, 'g');
const markPattern = new RegExp(`[${START}${END}]`, 'g');

/** Returns blocks with their expressions as marked text. */
export function markExpressions(blocks: Block[]): Block[] {
  return mapNodes(blocks, (node) =>
    node.object === 'inline' && node.type === 'expression'
      ? [createText(`${START}${node.data.expression}${END}`)]
      : undefined,
  );
}

/** Returns the expressions that are marked in sections, each once. */
export function expressionsIn(sections: readonly SectionText[]): string[] {
  const texts = sections.flatMap(({ title, text }) => [title, text]);
  const expressions = texts.flatMap((text) =>
    Array.from(text.matchAll(markedPattern), ([, expression = '']) => expression),
  );
  return [...new Set(expressions)];
}

/** Replaces marked expressions in a text, in their order. */
export function fillIn(text: string, valueOf: (expression: string) => string): string {
  return unmarkText(text.replace(markedPattern, (_, expression: string) => valueOf(expression)));
}

/** Returns a marked text as it is written. */
export function unmarkText(text: string): string {
  return text.replace(markPattern, '');
}
