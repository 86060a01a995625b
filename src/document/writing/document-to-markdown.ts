import type { DocumentTree } from '../document-tree.ts';
import { NoteList } from './note-list.ts';
import { writeBlocks, writeNote } from './write-blocks.ts';
import type { WriteContext } from './write-context.ts';

/**
 * Converts a document to markdown that is parsed as the same tree, node by node. The tree must be
 * valid and normalized.
 */
export function documentToMarkdown(document: DocumentTree): string {
  if (isEmptyDocument(document)) return '';
  const { nodes } = document;
  const notes = new NoteList();
  const text = writeBlocks(nodes, { addNote: (annotation) => notes.add(annotation) });
  const written = [text, ...writeNotes(notes)].filter((part) => part !== '').join('\n\n');
  return `${written}\n`;
}

/** Writes the footnotes for the end of a document. */
export function writeNotes({ notes }: NoteList): string[] {
  const context: WriteContext = {
    addNote() {
      throw new Error('A note has a note on it.');
    },
  };
  return notes.map(({ label, annotation }) => {
    return writeNote(label, annotation.fragments[0]?.nodes ?? [], context);
  });
}

/** Checks whether a document is one empty paragraph, like the empty text. */
export function isEmptyDocument({ nodes: [first, ...others] }: DocumentTree): boolean {
  if (first?.type !== 'paragraph' || others.length > 0 || first.data.align)
    return first === undefined;
  return first.nodes.every((node) => {
    return node.object === 'text' && node.leaves.every(({ text }) => text === '');
  });
}
