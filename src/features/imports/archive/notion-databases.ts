import { posix } from 'node:path';

/** What Notion puts behind each name. */
export const notionId = / ?\b[0-9a-f]{32}(?![0-9a-z])/g;

/** The table of a database: a file of values, which has the id of the database in its name. */
const table = /^(.*\b[0-9a-f]{32})(_all)?\.csv$/i;

/** The databases of an export, by their tables. */
export interface NotionDatabases {
  /** What has all rows and columns of a database, with its name there. */
  tables: ReadonlyMap<string, string>;
  /** What has a part of them, by which links call the database; what has all is the value. */
  parts: ReadonlyMap<string, string>;
}

/** Finds the databases of an export. One that is a page, too, is that page. */
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

/** The page of a row of a database. */
export interface RowPage {
  /** Its name, which is the title of the row as far as a name can have it. */
  name: string;
  /** Its address from where the table is. */
  address: string;
}

/** Finds the pages of rows in an archive. */
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

  /** The pages below a database, by its name in the archive: its folder can lack the id. */
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
