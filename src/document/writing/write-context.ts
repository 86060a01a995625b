import type { AnnotationInline, CodeBlock, InlineContent } from '../document-tree.ts';

/** The state that all parts of a document share while it is written. */
export interface WriteContext {
  /** Adds the footnote of an annotation to the end of the document, and returns its name. */
  addNote(annotation: AnnotationInline): string;
  /** Returns the stored source of parts of the document. */
  sourceOf?: SourceOf;
}

/** The stored source of parts of a document; undefined for new ones. */
export interface SourceOf {
  line(nodes: InlineContent, isOneLine: boolean): string | undefined;
  code(block: CodeBlock): string | undefined;
}
