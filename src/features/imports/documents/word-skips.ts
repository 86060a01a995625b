import type { SkippedPath } from '../../../document/docs-folder/docs-folder.ts';

/** Maximum number of items that are listed individually per kind. */
const LISTED_MAX = 500;

/** Report on the parts of a document that were skipped or changed. */
export class WordSkips {
  readonly #listed: SkippedPath[] = [];
  readonly #noted = new Map<string, SkippedPath>();
  readonly #counts = new Map<string, number>();

  /** Lists an unnamed item under its kind and a number. */
  add(kind: string, reason: string): void {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    if (count <= LISTED_MAX) this.addNamed(`${kind}-${count}`, reason);
  }

  addNamed(path: string, reason: string): void {
    this.#listed.push({ path, reason });
  }

  /** Notes something that was imported in another form. */
  note(path: string, reason: string): void {
    this.#noted.set(path, { path, reason, isTaken: true });
  }

  list(): SkippedPath[] {
    const more = [...this.#counts].filter(([, count]) => count > LISTED_MAX);
    return [
      ...this.#listed,
      ...this.#noted.values(),
      ...more.map(([kind, count]) => ({
        path: `${kind}-${LISTED_MAX + 1}`,
        reason: `and ${count - LISTED_MAX - 1} more of the kind`,
      })),
    ];
  }
}
