import { convertBlocks } from './blocks.ts';
import { createConversionContext } from './content-references.ts';
import type { Footnote, ReferenceResolver } from './content-references.ts';
import { charactersMax, linesMax } from './document-limits.ts';
import { createCode, createParagraph, createText } from './document-nodes.ts';
import type { Block, DocumentTree } from './document-tree.ts';
import { findFootnotes } from './footnotes.ts';
import { blankFrontMatter } from './front-matter.ts';
import type { IncludeResolver } from './includes.ts';
import { markdownParser } from './markdown-parser.ts';
import { assignKeys } from './node-keys.ts';
import { buildSourceTree } from './source-tree.ts';
import type { SourceBlock } from './source-tree.ts';

export interface DocumentOptions {
  /** Knows what the addresses in the markdown point to; without it they stay addresses. */
  resolveReference?: ReferenceResolver;
  /** Knows which content an `{% include %}` names; without it the address stands for it. */
  resolveInclude?: IncludeResolver;
  /** Whether the markdown may start with front matter, which is no part of the tree. */
  hasFrontMatter?: boolean;
}

/** A document with what its blocks were made from. */
export interface ParsedDocument {
  tree: DocumentTree;
  /** For each block within blocks too; one that stands for several, or for none, is left out. */
  origins: ReadonlyMap<Block, SourceBlock>;
  /** Its footnotes, by name. */
  footnotes: ReadonlyMap<string, Footnote>;
}

/**
 * The document tree of a page or comment, derived from its markdown. It never fails: what the tree
 * cannot say is text or code in it. Equal markdown has equal trees, keys of the nodes included.
 * Beyond 2,000,000 characters or 30,000 lines the rest is one block of code.
 */
export function markdownToDocument(markdown: string, options: DocumentOptions = {}): DocumentTree {
  return parseDocument(markdown, options).tree;
}

/** The same with the places in the markdown that the blocks come from. */
export function parseDocument(
  markdown: string,
  { hasFrontMatter = true, resolveReference, resolveInclude }: DocumentOptions = {},
): ParsedDocument {
  const [source, rest] = splitAtLimits(markdown);
  const tokens = markdownParser.parse(hasFrontMatter ? blankFrontMatter(source) : source, {});
  const sourceTree = buildSourceTree(tokens);
  const footnotes = findFootnotes(tokens, sourceTree);
  const context = createConversionContext(source, {
    ...{ footnotes, convertBlocks, resolveReference, resolveInclude },
  });
  const blocks: Block[] = convertBlocks(sourceTree, context);
  if (rest !== '') blocks.push(createRest(rest));
  const nodes = blocks.length > 0 ? blocks : [createParagraph([])];
  assignKeys(nodes);
  const tree: DocumentTree = { object: 'document', data: { schemaVersion: 1 }, nodes };
  return { tree, origins: context.origins, footnotes };
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
  const [line] = code.nodes;
  if (line) line.nodes = [createText(rest)];
  return code;
}
