import { convertBlocks } from './blocks.ts';
import { createConversionContext } from './content-references.ts';
import type { ReferenceResolver } from './content-references.ts';
import { charactersMax, linesMax } from './document-limits.ts';
import { createCode, createParagraph } from './document-nodes.ts';
import type { Block, DocumentTree } from './document-tree.ts';
import { blankFrontMatter } from './front-matter.ts';
import { markdownParser } from './markdown-parser.ts';
import { assignKeys } from './node-keys.ts';
import { buildSourceTree } from './source-tree.ts';

export interface DocumentOptions {
  /** Knows what the addresses in the markdown point to; without it they stay addresses. */
  resolveReference?: ReferenceResolver;
}

/**
 * The document tree of a page or comment, derived from its markdown. It never fails: what the tree
 * cannot say is text or code in it. Equal markdown has equal trees, keys of the nodes included.
 * Beyond 2,000,000 characters or 30,000 lines the rest is one block of code.
 */
export function markdownToDocument(markdown: string, options: DocumentOptions = {}): DocumentTree {
  const [source, rest] = splitAtLimits(markdown);
  const context = createConversionContext(source, options.resolveReference);
  const tokens = markdownParser.parse(blankFrontMatter(source), {});
  const blocks: Block[] = convertBlocks(buildSourceTree(tokens), context);
  if (rest !== '') blocks.push(createRest(rest));
  const nodes = blocks.length > 0 ? blocks : [createParagraph([])];
  assignKeys(nodes);
  return { object: 'document', data: { schemaVersion: 1 }, nodes };
}

function splitAtLimits(markdown: string): [string, string] {
  let end = 0;
  for (let line = 0; line < linesMax; line += 1) {
    const newline = markdown.indexOf('\n', end);
    if (newline < 0) {
      end = markdown.length;
      break;
    }
    end = newline + 1;
  }
  if (end > charactersMax) end = charactersMax;
  return [markdown.slice(0, end), markdown.slice(end)];
}

/** One line of code, whatever its length: thousands of lines would be thousands of nodes. */
function createRest(rest: string): Block {
  const code = createCode('', { syntax: 'markdown' });
  const leaf = code.nodes[0]?.nodes[0]?.leaves[0];
  if (leaf) leaf.text = rest;
  return code;
}
