import type { Context } from '../../context.ts';
import { markdownOf } from '../content/load-content.ts';
import { loadBlobs } from '../../revisions/store/content-store.ts';
import type { FileEntry } from '../../revisions/store/entry.ts';
import type { Book, BookImage, BookText } from './book.ts';
import type { BookPlan } from './plan-book.ts';

/** Maximum size of one image, and of all images of one PDF, in bytes. */
const IMAGE_SIZE_MAX = 10_000_000;
const IMAGES_SIZE_MAX = 40_000_000;

/** Loads the texts and images of a book. */
export async function loadBook(context: Context, plan: BookPlan): Promise<Book> {
  const load = async ({ body, targets }: { body: BookTextBody; targets: BookText['targets'] }) => ({
    markdown: (await markdownOf(context, body)) ?? '',
    targets,
  });
  const [pages, reusableContents, images] = await Promise.all([
    Promise.all(
      plan.pages.map(async (page) => ({ ...page, text: page.text && (await load(page.text)) })),
    ),
    Promise.all(
      [...plan.reusableContents].map(async ([id, text]) => [id, await load(text)] as const),
    ),
    loadImages(context, plan.images),
  ]);
  return { ...plan.cover, pages, reusableContents: new Map(reusableContents), images };
}

type BookTextBody = Parameters<typeof markdownOf>[1];

/** Loads images in page order, as long as they fit into the total size. */
async function loadImages({ db }: Context, files: readonly FileEntry[]): Promise<BookImage[]> {
  let room = IMAGES_SIZE_MAX;
  const loaded = new Set<string>();
  for (const { blob, size } of files) {
    if (size > IMAGE_SIZE_MAX || size > room || loaded.has(blob)) continue;
    room -= size;
    loaded.add(blob);
  }
  const blobs = [...loaded];
  const contents = await loadBlobs(db, blobs);
  const bytesOf = new Map(blobs.map((blob, index) => [blob, contents[index]]));
  return files.map(({ id, blob }) => ({ file: id, bytes: bytesOf.get(blob) ?? null }));
}
