import type { AnnotationInline } from '../document-tree.ts';

/** What all parts of one document share while it is written. */
export interface WriteContext {
  /** Keeps the note of an annotation for the end of the document, and answers its name there. */
  addNote(annotation: AnnotationInline): string;
}
