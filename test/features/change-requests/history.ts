import type { Body } from '../../../src/revisions/store/entry.ts';
import { pagesOf, textOf, type Content } from './contents.ts';
import { straysOf, takenIn, type Branching } from './strays.ts';

/** What an acknowledged write may take away from the content that it was made to. */
export type Replaces = (before: Content, after: Content) => Set<string>;

/** An acknowledged write of a value that nothing else ever has. */
export interface Write {
  revisionId: string;
  value: string | undefined;
  replaces: Replaces;
}

/** The values that tests write: each is written once. */
export function valuesIn(text: string): Set<string> {
  return new Set(text.match(/w\d+w/g));
}

/** Every value of a page or a reusable content, in its attributes and its text. */
export function valuesOfEntry(content: Content, entry: Body): Set<string> {
  return valuesIn(JSON.stringify(entry) + textOf(content, entry));
}

const valuesByContent = new WeakMap<Content, Set<string>>();

/** Every value of a content. */
export function valuesOf(content: Content): ReadonlySet<string> {
  const values = valuesByContent.get(content) ?? findValues(content);
  valuesByContent.set(content, values);
  return values;
}

function findValues(content: Content): Set<string> {
  const { files, reusableContents, variables, texts } = content;
  const pages = pagesOf(content);
  const names = [...pages, ...files, ...reusableContents, variables].map((one) =>
    JSON.stringify(one),
  );
  const bytes = [
    ...[...pages, ...reusableContents].map((one) => textOf(content, one)),
    ...files.map(({ blob }) => texts.get(blob) ?? ''),
  ];
  return valuesIn([...names, ...bytes].join(' '));
}

/** The history of a space: all its revisions, its heads, and the conflicts that were found. */
export class History {
  readonly contents: ReadonlyMap<string, Content>;
  readonly #values: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #heads: readonly string[];
  readonly #valuesInConflicts: ReadonlySet<string>;
  readonly #branching: Branching;

  /**
   * @param heads ids of the revisions that the space and its change requests are at
   * @param conflicts all values of all conflicts, texts included
   */
  constructor(branching: Branching, heads: readonly string[], conflicts: string) {
    this.contents = branching.contents;
    this.#values = new Map([...this.contents].map(([id, content]) => [id, valuesOf(content)]));
    this.#heads = heads;
    this.#valuesInConflicts = valuesIn(conflicts);
    this.#branching = branching;
  }

  /**
   * What became of acknowledged writes that must not: each is in the history of a head, and its
   * value in its own revision and in all that were made from it, until another acknowledged write
   * replaced it or a conflict tells of it.
   */
  losses(writes: readonly Write[]): string[] {
    const reached = new Set(this.#heads.flatMap((id) => [...this.#withAncestors(id)]));
    const unreached = writes.filter(({ revisionId }) => !reached.has(revisionId));
    const unwritten = writes.filter(
      ({ revisionId, value }) => value && !this.#values.get(revisionId)?.has(value),
    );
    const replaced = this.#replaced(writes);
    const lost = [...this.contents].flatMap(([id, { revision }]) => {
      const values = this.#values.get(id);
      const gone = new Set(
        [...this.#withAncestors(id)].flatMap((one) => [...(replaced.get(one) ?? [])]),
      );
      return revision.parentIds
        .flatMap((parent) => [...(this.#values.get(parent) ?? [])])
        .filter(
          (value) => ![values, gone, this.#valuesInConflicts].some((known) => known?.has(value)),
        )
        .map((value) => `${value} was lost by the ${revision.type} ${id}`);
    });
    return [
      ...unreached.map(({ value, revisionId }) => `${value} of ${revisionId} is in no history`),
      ...unwritten.map(({ value, revisionId }) => `${value} is not in its own ${revisionId}`),
      ...lost,
    ];
  }

  /**
   * What is wrong with revisions: each is a tree, in which siblings have positions and slugs of
   * their own, and has as many pages and files as it says.
   */
  defects(): string[] {
    return [...this.contents].flatMap(([id, content]) => {
      const pages = pagesOf(content);
      const { tree, files, reusableContents, revision } = content;
      const { pageCount, fileCount, reusableContentCount } = revision;
      const places = new Set(pages.map((page) => `${page.parent} ${page.position}`));
      const addressed = pages.filter(({ type }) => type !== 'link');
      const paths = new Set(addressed.map(({ id: pageId }) => tree.path(pageId)));
      return [
        ...(pages.length === tree.size ? [] : [`${id} is no tree`]),
        ...(places.size === pages.length ? [] : [`${id} has two pages in one place`]),
        ...(paths.size === addressed.length ? [] : [`${id} has two pages with one path`]),
        ...(pageCount === tree.size ? [] : [`${id} says it has ${pageCount} pages`]),
        ...(fileCount === files.length ? [] : [`${id} says it has ${fileCount} files`]),
        ...(reusableContentCount === reusableContents.length
          ? []
          : [`${id} says it has ${reusableContentCount} reusable contents`]),
      ];
    });
  }

  /** The primary revision that a change request last took in, found in its history. */
  takenIn(headId: string, initialId: string): string {
    return takenIn(this.#branching, headId, initialId);
  }

  content(id: string): Content {
    const content = this.contents.get(id);
    if (!content) throw new Error(`The history has no revision ${id}.`);
    return content;
  }

  /** Whether a conflict is about a page, a file, a reusable content or a variable. */
  isInConflict(id: string): boolean {
    return this.#branching.inConflict.has(id);
  }

  /** What differs where nobody changed it. */
  strays(): string[] {
    return straysOf(this.#branching);
  }

  #withAncestors(id: string): Set<string> {
    const found = new Set<string>();
    const queue = [id];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      queue.push(...this.content(next).revision.parentIds);
    }
    return found;
  }

  /** The values that acknowledged writes took away, by their revisions. */
  #replaced(writes: readonly Write[]): Map<string, Set<string>> {
    const replaced = new Map<string, Set<string>>();
    for (const { revisionId, replaces } of writes) {
      const after = this.contents.get(revisionId);
      const before = this.contents.get(after?.revision.parentIds[0] ?? '');
      if (!after || !before) continue;
      const values = replaced.get(revisionId) ?? new Set();
      replaces(before, after).forEach((value) => values.add(value));
      replaced.set(revisionId, values);
    }
    return replaced;
  }
}
