import { posix } from 'node:path';

/** Id that Notion appends to each file name. */
export const notionId = / ?\b[0-9a-f]{32}(?![0-9a-z])/g;

/** CSV file with the table of a database; its name contains the id of the database. */
const table = /^(.*\b[0-9a-f]{32})(_all)?\.csv$/i;

/** Databases of an export, represented by their tables. */
export interface NotionDatabases {
  /** Database names by the path of the CSV file with all rows and columns. */
  tables: ReadonlyMap<string, string>;
  /** Complete tables by the path of a partial table. Links refer to the partial one. */
  parts: ReadonlyMap<string, string>;
}

/** Finds the databases of an export. A database that also exists as a page is skipped. */
export function findDatabases(originals: readonly string[]): NotionDatabases {
  const [all, tables] = [new Set(originals), new Map<string, string>()];
  const parts = new Map<string, string>();
  for (const original of originals) {
    const [, stem, suffix] = table.exec(original) ?? [];
    if (stem === undefined || all.has(`${stem}.md`) || all.has(`${stem}.html`)) continue;
    const whole = `${stem}_all.csv`;
    if (suffix === undefined && all.has(whole)) parts.set(original, whole);
    else tables.set(original, stem);
  }
  return { tables, parts };
}

/** Page of a database row. */
export interface RowPage {
  /** File name of the page: the title of the row, as far as a file name can represent it. */
  name: string;
  /** Address relative to the table. */
  address: string;
}

/** Index of the row pages in an archive. */
export class RowPages {
  readonly #byFolder = new Map<string, string[]>();

  constructor(originals: readonly string[]) {
    for (const original of originals) {
      if (!/\.(?:md|html)$/i.test(original)) continue;
      const folder = posix.dirname(original);
      for (const name of new Set([folder, folder.replaceAll(notionId, '')])) {
        const pages = this.#byFolder.get(name) ?? [];
        this.#byFolder.set(name, pages);
        pages.push(original);
      }
    }
  }

  /** Returns the pages below a database. Its folder may be named without the id. */
  of(stem: string): RowPage[] {
    const found =
      this.#byFolder.get(stem) ?? this.#byFolder.get(stem.replaceAll(notionId, '')) ?? [];
    const from = posix.dirname(stem);
    return found.map((original) => ({
      name: posix.basename(original, posix.extname(original)).replaceAll(notionId, ''),
      address: posix.relative(from, original).split('/').map(encodeURIComponent).join('/'),
    }));
  }
}
