import type { Database } from '../../../database/database.ts';
import type { Revision } from '../../../database/generated/prisma/client.ts';
import { sha256 } from '../../../lib/hash.ts';
import { parseFrontMatter } from '../../../document/docs-folder/parse-front-matter.ts';
import type { Entry } from '../../../revisions/store/chunk.ts';
import type { Body, GitOrigin } from '../../../revisions/store/entry.ts';
import { loadRevisionEntries } from '../../../revisions/store/load-revision-entries.ts';
import type { ContentChanges } from '../../../revisions/store/write-revision.ts';
import type { ContentFile } from './content-files.ts';

export interface OriginChanges {
  content: ContentChanges;
  /** Bytes that the content newly refers to, to be stored with it. */
  blobs: Buffer<ArrayBuffer>[];
}

/** Returns the changes that record the git origins of content: path and object id. */
export async function originChanges(
  db: Database,
  revision: Revision,
  files: readonly ContentFile[],
): Promise<OriginChanges> {
  const entries = await loadRevisionEntries(db, revision);
  const filesById = new Map(files.map((file) => [file.id, file]));
  const blobs: Buffer<ArrayBuffer>[] = [];
  const moved = <Item extends Entry & { git?: GitOrigin }>(items: readonly Item[]) =>
    items.flatMap((entry): Item[] => {
      const { path, oid } = filesById.get(entry.id) ?? {};
      const isSame = path === entry.git?.path && oid === entry.git?.oid;
      if (path === undefined || oid === undefined || isSame) return [];
      return [{ ...entry, git: { oid, path } }];
    });
  const byId = <Item extends Entry>(items: readonly Item[]) =>
    new Map(items.map((entry) => [entry.id, entry]));
  const pages = [...entries.pages.walk()].map(({ page }) => page);
  const written = <Text extends Entry & Body>(entry: Text): Text => {
    const bytes = filesById.get(entry.id)?.bytes;
    if (!bytes || sha256(bytes) === entry.source) return entry;
    const blob = Buffer.from(bytes);
    blobs.push(blob);
    return { ...entry, ...bodyOf(blob) };
  };
  const content = {
    pages: byId(moved(pages).map(written)),
    files: byId(
      moved(entries.files).map((file) => ({ ...file, path: file.git?.path ?? file.name })),
    ),
    reusableContents: byId(moved(entries.reusableContents).map(written)),
  };
  return { content, blobs };
}

/** Returns the new text of a page or reusable content. */
function bodyOf(bytes: Buffer): Required<Body> {
  const { frontMatter } = parseFrontMatter(bytes.toString('utf8'));
  return { source: sha256(bytes), sourceStart: Buffer.byteLength(frontMatter) };
}
