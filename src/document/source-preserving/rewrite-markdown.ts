import { isSameValue } from '../../lib/same-value.ts';
import type { ReferenceResolver } from '../content-references.ts';
import type { DocumentTree } from '../document-tree.ts';
import type { IncludeResolver } from '../includes.ts';
import { normalizeDocument } from '../input/normalize-document.ts';
import { parseDocument } from '../markdown-to-document.ts';
import type { ParsedDocument } from '../markdown-to-document.ts';
import {
  documentToMarkdown,
  isEmptyDocument,
  writeNotes,
} from '../writing/document-to-markdown.ts';
import { NoteList } from '../writing/note-list.ts';
import { writeHtmlBlocks } from '../writing/write-html-blocks.ts';
import { writeHtmlTable } from '../writing/write-html-table.ts';
import { listMarker, writeBlock, writeBlocks } from '../writing/write-blocks.ts';
import type { WriteContext } from '../writing/write-context.ts';
import { itemMarker, writeItem } from '../writing/write-list.ts';
import { writePanel } from '../writing/write-panels.ts';
import { KeptBlocks } from './kept-blocks.ts';
import type { BlockWriter, KeepOptions } from './kept-blocks.ts';
import { SourceParts } from './source-parts.ts';
import { spliceTexts } from './splice-texts.ts';
import type { ParsedSource } from './splice-texts.ts';

/** An error for a document that markdown cannot express. */
export class UnwritableDocumentError extends Error {
  override name = 'UnwritableDocumentError';
}

/** Options for parsing the stored document. */
export interface RewriteOptions {
  resolveReference?: ReferenceResolver;
  resolveInclude?: IncludeResolver;
}

/**
 * Returns the markdown of a document that replaces a stored one. All parts that they share keep
 * their text byte for byte: the whole text if nothing changed, or else each unchanged block, within
 * containers too.
 *
 * @param document normalized
 * @throws UnwritableDocumentError when the markdown would be read as another document
 */
export function rewriteMarkdown(
  stored: string,
  document: DocumentTree,
  options: RewriteOptions = {},
): string {
  const read = (source: string): ParsedSource => {
    const parsed = parseText(source, options);
    return { source, parsed, normal: normalizeDocument(parsed.tree) };
  };
  const before = read(stored);
  if (isSame(before.normal, document)) return stored;
  if (isEmptyDocument(document)) return '';
  const { source, parsed, normal } = spliceTexts(before, document, read);
  if (isSame(normal, document)) return source;
  const lineEnd = stored.includes('\r\n') ? '\r\n' : '\n';
  for (const attempt of attempts) {
    const known = { ...attempt, parsed, normal, wanted: document, lineEnd };
    const kept = keepBlocks(source, known, options);
    if (kept !== undefined) return kept;
  }
  // A block may change the following ones, such as code without an end; then nothing is kept.
  const written = documentToMarkdown(document).replaceAll('\n', lineEnd);
  if (saysSame(parseText(written, options), document)) return written;
  throw new UnwritableDocumentError('The document cannot be written as markdown.');
}

/**
 * Options of each attempt: first keeps as much as possible, then less, until the result is right.
 */
const attempts = [
  { keepsGaps: true, keepsParts: true },
  { keepsGaps: true, keepsParts: false },
  { keepsGaps: false, keepsParts: false },
] as const;

interface KnownDocuments extends KeepOptions {
  parsed: ParsedDocument;
  normal: DocumentTree;
  wanted: DocumentTree;
}

/** Returns undefined if the result with the kept blocks would be read as another document. */
function keepBlocks(
  stored: string,
  { parsed, normal, wanted, ...options }: KnownDocuments,
  readOptions: RewriteOptions,
): string | undefined {
  const { lineEnd, keepsParts } = options;
  const sourceOf = keepsParts ? new SourceParts(parsed) : undefined;
  const notes = new NoteList(
    (label) => parsed.footnotes.has(label),
    (annotation) => sourceOf?.note(annotation),
  );
  const context = { addNote: notes.add.bind(notes), ...(sourceOf && { sourceOf }) };
  const blocks = new KeptBlocks(parsed.origins, createWriter(context), options);
  const text = blocks.writeDocument(stored, { parsed: parsed.tree, normal, wanted });
  if (text === undefined) return undefined;
  const parts = writeNotes(notes).map(
    (note) => `${lineEnd}${note.replaceAll('\n', lineEnd)}${lineEnd}`,
  );
  const written = parts.length > 0 && !/[\r\n]$/.test(text) ? text + lineEnd : text;
  return withoutStaleNotes(written + parts.join(''), { parsed, wanted }, readOptions);
}

function createWriter(context: WriteContext): BlockWriter {
  const write = (blocks: Parameters<typeof writeBlocks>[0]) => writeBlocks(blocks, context);
  const writeNew: BlockWriter['write'] = (block, { takenMarkers, list }) => {
    switch (block.type) {
      case 'list-item':
        return list ? writeItem(block, itemMarker(list.block, list.index, list.marker), write) : '';
      case 'tabs-item':
      case 'stepper-step':
      case 'column':
        return writePanel(block, write);
      default:
        return writeBlock(block, context, listMarker(block, takenMarkers));
    }
  };
  return {
    write: writeNew,
    writeHtmlTable: (table) => writeHtmlTable(table, (blocks) => writeHtmlBlocks(blocks, context)),
  };
}

/**
 * Removes footnotes that are no longer referenced, since they would be shown as text. Returns
 * undefined if the result would be read as another document.
 */
function withoutStaleNotes(
  text: string,
  { parsed: { footnotes: known }, wanted }: Pick<KnownDocuments, 'parsed' | 'wanted'>,
  options: RewriteOptions,
): string | undefined {
  const read = parseText(text, options);
  const stale = [...read.footnotes].filter(
    ([label, { isUsed }]) => !isUsed && known.get(label)?.isUsed,
  );
  if (stale.length === 0) return saysSame(read, wanted) ? text : undefined;
  const lines = text.match(/[^\r\n]*(?:\r\n?|\n)|[^\r\n]+$/g) ?? [];
  for (const [, { source }] of stale) {
    for (let line = source.lines[0]; line < source.lines[1]; line += 1) lines[line] = '';
  }
  const rest = lines.join('');
  return saysSame(parseText(rest, options), wanted) ? rest : undefined;
}

/** Parses the text of a page without its front matter. */
function parseText(markdown: string, options: RewriteOptions): ParsedDocument {
  return parseDocument(markdown, { ...options, hasFrontMatter: false });
}

function saysSame({ tree }: ParsedDocument, document: DocumentTree): boolean {
  return isSame(normalizeDocument(tree), document);
}

function isSame(one: DocumentTree, other: DocumentTree): boolean {
  return isSameValue(one.nodes, other.nodes);
}
