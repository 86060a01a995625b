import type { AnnotationInline, CodeBlock, InlineContent } from '../document-tree.ts';

/** What all parts of one document share while it is written. */
export interface WriteContext {
  /** Keeps the note of an annotation for the end of the document, and answers its name there. */
  addNote(annotation: AnnotationInline): string;
  /** Knows how parts of the document are written already. */
  sourceOf?: SourceOf;
}

/** How parts of a document are written already; undefined for those that are new. */
export interface SourceOf {
  line(nodes: InlineContent, isOneLine: boolean): string | undefined;
  code(block: CodeBlock): string | undefined;
}
