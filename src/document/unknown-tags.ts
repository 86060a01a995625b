import type { ConversionContext } from './content-references.ts';
import { createBlock, createParagraph, createVoidBlock } from './document-nodes.ts';
import type { Block, TagBlock, TagData } from './document-tree.ts';
import { fitBlocks } from './fit-blocks.ts';
import { unescapeValue } from './tag-syntax.ts';
import type { Tag } from './tag-syntax.ts';

/**
 * Converts an unknown tag, or a known one with missing arguments, to a block with its name,
 * attributes and content.
 *
 * @param content undefined for a tag without an end
 */
export function convertUnknownTag(
  tag: Tag,
  content: readonly Block[] | undefined,
  context: ConversionContext,
): TagBlock {
  const data = readTagData(tag, content !== undefined);
  if (!content) return createVoidBlock('tag', data);
  const nodes = fitBlocks('document', content, context);
  return createBlock('tag', data, nodes.length > 0 ? nodes : [createParagraph([])]);
}

/** Parses the name and arguments of a tag, in a form that can be written back. */
export function readTagData({ name, word, rest }: Tag, hasEnd: boolean): TagData {
  // A condition is one text, whatever it contains.
  const { attributes, text } =
    name === 'if' ? { attributes: {}, text: rest.replaceAll(/\s+/g, ' ') } : readArguments(rest);
  return { name: hasEnd ? name : word, attributes, ...(text === '' ? {} : { text }) };
}

/** Matches a pair, or a word: non-space characters and quoted text. */
const argumentPattern =
  /([a-zA-Z_][\w:.-]*)\s*=\s*(?:"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'|([^\s"'=]+))(?=\s|$)|(?:"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\S)+/g;

interface TagArguments {
  attributes: Record<string, string>;
  /** The words that are not pairs. */
  text: string;
}

/**
 * Parses the arguments of a tag. If its words alone would be parsed as pairs, all of it is text.
 */
function readArguments(rest: string): TagArguments {
  const { attributes, text } = splitArguments(rest);
  const isStable = attributes.size === 0 || splitArguments(text).attributes.size === 0;
  return isStable
    ? { attributes: Object.fromEntries(attributes), text }
    : { attributes: {}, text: rest.replaceAll(/\s+/g, ' ') };
}

function splitArguments(rest: string) {
  const attributes = new Map<string, string>();
  const words: string[] = [];
  for (const [word, name, double, single, bare] of rest.matchAll(argumentPattern)) {
    if (name === undefined || name === '__proto__' || attributes.has(name)) words.push(word);
    else attributes.set(name, unescapeValue(double ?? single ?? bare ?? ''));
  }
  return { attributes, text: words.join(' ') };
}
