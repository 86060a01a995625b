import type { DocumentTree } from '../document-tree.ts';
import { NoteList } from './note-list.ts';
import { writeBlocks, writeNote } from './write-blocks.ts';
import type { WriteContext } from './write-context.ts';

/**
 * A document as markdown: what it is parsed from again, node for node. The tree must be valid and
 * normalized.
 */
export function documentToMarkdown(document: DocumentTree): string {
  if (isEmptyDocument(document)) return '';
  const { nodes } = document;
  const notes = new NoteList();
  const text = writeBlocks(nodes, { addNote: (annotation) => notes.add(annotation) });
  const written = [text, ...writeNotes(notes)].filter((part) => part !== '').join('\n\n');
  return `${written}\n`;
}

/** Footnotes as they stand at the end of a document. */
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

/** Whether a document is one empty paragraph, as the empty text is. */
export function isEmptyDocument({ nodes: [first, ...others] }: DocumentTree): boolean {
  if (first?.type !== 'paragraph' || others.length > 0 || first.data.align)
    return first === undefined;
  return first.nodes.every((node) => {
    return node.object === 'text' && node.leaves.every(({ text }) => text === '');
  });
}
