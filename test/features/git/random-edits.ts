import fs from 'node:fs';
import path from 'node:path';
import type { Client } from '../../support/client.ts';
import type { Clone } from '../../support/git-server.ts';

/** Numbers that follow from a seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(count: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  }

  /** Undefined of nothing. */
  of<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(Math.max(items.length, 1))];
  }
}

/** Titles that a table of contents has to write with care. */
const titles = [
  ...['Plain', 'With [brackets] (and more)', '1. Numbered', '- Dashed', '# Sharp', 'a & b &amp; c'],
  ...['*Stars* and `ticks`', 'Ünïcödé 漢字', '<!-- hidden -->', 'Summary', 'README', '~waves~ !'],
] as const;

export interface Page {
  id: string;
  title: string;
  type: string;
  slug: string;
  pages?: Page[];
  git?: { oid: string; path: string };
}

export const flat = (pages: readonly Page[]): Page[] =>
  pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);

/** Somebody who edits a space at random, and remembers what must be there in the end. */
export class SpaceEditor {
  readonly deleted = new Set<string>();
  readonly #url: string;
  readonly #client: Client;
  readonly #random: Random;

  constructor(client: Client, spaceId: string, random: Random) {
    this.#client = client;
    this.#url = `/v1/spaces/${spaceId}/content`;
    this.#random = random;
  }

  async content() {
    return (await this.#client.get(this.#url)).body;
  }

  /** Makes one edit; answers what it was. */
  async edit(number: number): Promise<string> {
    const content = await this.content();
    const pages = flat(content.pages);
    const written = pages.filter(({ type }) => type === 'document');
    const [page, place] = [this.#random.of(written), this.#random.of(written)];
    const file = this.#random.of<{ id: string }>(content.files);
    const title = `${this.#random.of(titles)} ${number}`;
    const metadata = { title };
    const into = this.#random.below(2) === 0 ? null : place?.id;
    const insert = { operation: 'insert_page', into, metadata };
    const target = { kind: 'page', page: place?.id };
    const changes: { operation: string; [field: string]: unknown }[] = [
      { operation: 'update_page', page: page?.id, document: { markdown: `Ours ${number}.\n` } },
      { operation: 'update_page', page: page?.id, metadata },
      { operation: 'update_page', page: page?.id, metadata: { slug: `slug-${number}` } },
      { operation: 'update_page', page: page?.id, metadata: { description: `About ${number}` } },
      { operation: 'move_page', page: page?.id, into, at: this.#random.below(3) },
      { operation: 'delete_page', page: page?.id },
      { ...insert, document: { markdown: `New ${number}.\n` } },
      { ...insert, type: 'group', into: null },
      { ...insert, type: 'link', target: { kind: 'url', url: `https://e.com/(a)?b=${number}&c` } },
      { ...insert, type: 'link', target },
      { operation: 'insert_files', files: [{ name: 'x.txt', content: btoa(`${number}`) }] },
      { operation: 'update_file', file: file?.id, content: btoa(`Ours ${number}`) },
      { operation: 'update_file', file: file?.id, name: `renamed-${number}.txt` },
      { operation: 'delete_file', file: file?.id },
    ];
    const change = this.#random.of(changes);
    const { status, body } = await this.#client.post(this.#url, { changes: [change] });
    // A page does not go below itself, and a table of contents has a depth.
    if (status !== 200 && status !== 400) throw new Error(JSON.stringify(body));
    if (status === 200 && change?.operation === 'delete_page') {
      for (const { id } of flat(pages.filter(({ id: one }) => one === page?.id))) {
        this.deleted.add(id);
      }
    }
    return `${status} ${JSON.stringify(change)}`;
  }
}

/** Somebody who edits a repository at random, whose table of contents is kept by hand. */
export class RepositoryEditor {
  readonly #clone: Clone;
  readonly #random: Random;
  /** Files that were edited since the last import: a file that is moved as well is another one. */
  readonly #touched = new Set<string>();

  constructor(clone: Clone, random: Random) {
    this.#clone = clone;
    this.#random = random;
  }

  settle(): void {
    this.#touched.clear();
  }

  /** Makes one commit, and pushes it; answers what it was. */
  edit(number: number): string {
    this.#clone.git('fetch', '-q', 'origin');
    this.#clone.git('reset', '-q', '--hard', 'origin/main');
    const lines = this.#read('SUMMARY.md').split('\n');
    const listed = lines.flatMap((line, index) => {
      const link = /^(\s*)[*-] \[(.*)\]\((?:\.\/)?([^()\s]+\.md)\)$/.exec(line);
      const at = link?.[3] === undefined ? '' : decodeURIComponent(link[3]);
      return link && fs.existsSync(this.#path(at)) ? [{ index, at, indent: link[1] ?? '' }] : [];
    });
    const one = this.#random.of(listed.filter(({ at }) => !this.#touched.has(at)));
    const kinds = ['edit', 'create', 'rename', 'remove', 'retitle', 'swap', 'file', 'group'];
    const kind = this.#random.of(kinds);
    const added = `added/page-${number}.md`;
    const link = `* [Theirs \\[${number}\\]](${added})`;
    if (kind === 'create' || !one) {
      this.#clone.write({ [added]: `Added ${number}.\n` });
      lines.splice((one?.index ?? lines.length - 1) + 1, 0, `${one?.indent ?? ''}${link}`);
    } else if (kind === 'edit') {
      this.#clone.write({ [one.at]: `${this.#read(one.at)}Theirs ${number}.\n` });
    } else if (kind === 'rename') {
      const to = `moved/page-${number}.md`;
      fs.mkdirSync(this.#path('moved'), { recursive: true });
      this.#clone.git('mv', one.at, to);
      lines[one.index] = lines[one.index]?.replace(/\([^()]*\)$/, `(${to})`) ?? '';
      this.#touched.add(to);
    } else if (kind === 'remove') {
      this.#clone.write({ [one.at]: null });
      // What was below it stays, below what comes before.
      lines.splice(one.index, 1);
    } else if (kind === 'retitle') {
      lines[one.index] = lines[one.index]?.replace(/\[.*\]/, `[Retitled ${number}]`) ?? '';
    } else if (kind === 'swap') {
      const next = listed.find(({ index, indent }) => index > one.index && indent === '');
      if (next && one.indent === '') {
        [lines[one.index], lines[next.index]] = [lines[next.index] ?? '', lines[one.index] ?? ''];
      }
    } else if (kind === 'file') {
      this.#clone.write({ 'images/theirs.txt': `Theirs ${number}` });
    } else {
      lines.push('', `## Group ${number}`, '', `* [In it](${added})`, '');
      this.#clone.write({ [added]: `Added ${number}.\n` });
    }
    if (one) this.#touched.add(one.at);
    this.#clone.write({ 'SUMMARY.md': lines.join('\n') });
    this.#clone.push(`${kind} ${number}`);
    return `${kind} ${one?.at}`;
  }

  #path(at: string): string {
    return path.join(this.#clone.folder, at);
  }

  #read(at: string): string {
    const file = this.#path(at);
    return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  }
}
