import type { AnnotationInline } from '../document-tree.ts';

/** The notes of a document that is being written, in the order in which its text refers to them. */
export class NoteList {
  readonly notes: { label: string; annotation: AnnotationInline }[] = [];
  private readonly isTaken: (label: string) => boolean;
  private count = 0;

  /** @param isTaken whether a name belongs to a footnote that stays */
  constructor(isTaken: (label: string) => boolean = () => false) {
    this.isTaken = isTaken;
  }

  add(annotation: AnnotationInline): string {
    do this.count += 1;
    while (this.isTaken(String(this.count)));
    const label = String(this.count);
    this.notes.push({ label, annotation });
    return label;
  }
}
