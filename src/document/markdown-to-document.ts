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
  /** Resolves addresses in the markdown; without it, they remain addresses. */
  resolveReference?: ReferenceResolver;
  /** Resolves the content of an `{% include %}`; without it, the address is used. */
  resolveInclude?: IncludeResolver;
  /** Whether the markdown may start with front matter, which is not part of the tree. */
  hasFrontMatter?: boolean;
}

/** A document with the source blocks of its blocks. */
export interface ParsedDocument {
  tree: DocumentTree;
  /** Source blocks, for nested blocks too; omits blocks without exactly one. */
  origins: ReadonlyMap<Block, SourceBlock>;
  /** Footnotes, by name. */
  footnotes: ReadonlyMap<string, Footnote>;
}

/**
 * Converts the markdown of a page or comment to a document tree. It never fails: what the tree
 * cannot express becomes text or code. Equal markdown yields equal trees, including node keys. The
 * part after 2,000,000 characters or 30,000 lines becomes one block of code.
 */
export function markdownToDocument(markdown: string, options: DocumentOptions = {}): DocumentTree {
  return parseDocument(markdown, options).tree;
}

/** Like `markdownToDocument`, with the source positions of blocks. */
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

/** Creates a single line of code, since thousands of lines would be thousands of nodes. */
function createRest(rest: string): Block {
  const code = createCode('', { syntax: 'markdown' });
  const [line] = code.nodes;
  if (line) line.nodes = [createText(rest)];
  return code;
}
