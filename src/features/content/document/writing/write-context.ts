import type { AnnotationInline, CodeBlock, InlineContent } from '../document-tree.ts';

/** The state that all parts of a document share while it is written. */
export interface WriteContext {
  /** Adds the footnote of an annotation to the end of the document, and returns its name. */
  addNote(annotation: AnnotationInline): string;
  /** Knows how parts of the document are written already. */
  sourceOf?: SourceOf;
}

/** How parts of a document are written already; undefined for those that are new. */
export interface SourceOf {
  line(nodes: InlineContent, isOneLine: boolean): string | undefined;
  code(block: CodeBlock): string | undefined;
}
