import type { AnnotationInline } from '../document-tree.ts';

/** The footnotes of a document that is being written, in the order of their references. */
export class NoteList {
  readonly notes: { label: string; annotation: AnnotationInline }[] = [];
  private readonly isTaken: (label: string) => boolean;
  private readonly labelOf: (annotation: AnnotationInline) => string | undefined;
  private count = 0;

  /**
   * @param isTaken returns whether a kept footnote has that name
   * @param labelOf returns the name of a kept footnote with the same content
   */
  constructor(
    isTaken: (label: string) => boolean = () => false,
    labelOf: (annotation: AnnotationInline) => string | undefined = () => undefined,
  ) {
    this.isTaken = isTaken;
    this.labelOf = labelOf;
  }

  add(annotation: AnnotationInline): string {
    const known = this.labelOf(annotation);
    if (known !== undefined) return known;
    do this.count += 1;
    while (this.isTaken(String(this.count)));
    const label = String(this.count);
    this.notes.push({ label, annotation });
    return label;
  }
}
