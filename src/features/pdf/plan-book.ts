import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { sha256 } from '../../lib/hash.ts';
import { filesOf, pageTreeOf, reusableContentsOf } from '../content/load-content.ts';
import { blobSizes } from '../../revisions/store/content-store.ts';
import type { Body, FileEntry, Variables } from '../../revisions/store/entry.ts';
import { linkGraphOf } from '../links/load-link-graph.ts';
import type { Book, BookPage, BookTarget } from './book.ts';
import { bookTargets, type BookRevision } from './book-targets.ts';
import { choosePages, type ChosenPage, type PdfSelection } from './choose-pages.ts';

/**
 * Version of the layout. Increase it when the same book would look different, to discard older
 * PDFs.
 */
const TYPESETTING_VERSION = 7;

/** Maximum number of pages of the content in one PDF. */
const PAGES_MAX = 2000;
/** Maximum size of all texts of one PDF: 10 MB. */
const TEXTS_SIZE_MAX = 10_000_000;

/** Content to print. */
export interface PdfSource {
  space: Pick<Row<'Space'>, 'title' | 'emoji' | 'language'>;
  revision: Row<'Revision'>;
  /** Description of the content, if it is not the primary content. */
  subtitle: string | null;
}

interface PlannedText {
  body: Body;
  targets: Map<string, BookTarget>;
}

/** Book whose texts and images have not been loaded yet. */
export interface BookPlan {
  cover: Pick<Book, 'title' | 'emoji' | 'subtitle' | 'language' | 'writtenAt' | 'variables'>;
  pages: (Omit<BookPage, 'text'> & { text: PlannedText | null })[];
  reusableContents: Map<string, PlannedText>;
  images: FileEntry[];
  /** Hash of everything that the PDF depends on. */
  hash: string;
}

/**
 * Determines the contents of a PDF without loading them. Its hash identifies the PDF if one is
 * stored already.
 *
 * @throws NOT_FOUND and BAD_USER_INPUT as `choosePages` does, QUERY_TOO_COMPLEX over a limit
 */
export async function planBook(
  context: Context,
  { space, revision, subtitle }: PdfSource,
  selection: PdfSelection,
): Promise<BookPlan> {
  const [tree, files, graph] = await Promise.all([
    pageTreeOf(context, revision),
    filesOf(context, revision),
    linkGraphOf(context, revision),
  ]);
  const chosen = choosePages(tree, selection);
  if (chosen.length > PAGES_MAX) throw tooMuch(`${chosen.length} pages`, `${PAGES_MAX}`);
  const filesById = new Map(files.map((file) => [file.id, file]));
  const content = { revision, tree, graph, files: filesById };
  const ids = new Set(chosen.map(({ entry }) => entry.id));
  const pages = await Promise.all(chosen.map((page) => planPage(context, content, page, ids)));
  const texts = pages.flatMap(({ text }) => text ?? []);
  const reusableContents = await planReusableContents(context, content, texts);
  await requireReadable(context, [...texts, ...reusableContents.values()]);
  const { title, emoji, language } = space;
  const writtenAt = revision.createdAt.toISOString();
  const variables = revision.variables as Variables;
  const plan = {
    cover: { title, emoji, subtitle, language, writtenAt, variables },
    pages,
    reusableContents,
    images: imagesIn([...texts, ...reusableContents.values()], filesById),
  };
  return { ...plan, hash: hashOf(revision, plan) };
}

async function planPage(
  context: Context,
  content: BookRevision,
  { entry, depth }: ChosenPage,
  chosen: ReadonlySet<string>,
): Promise<BookPlan['pages'][number]> {
  const { id, parent, type, title, emoji = null, description = null } = entry;
  const isDocument = type === 'document';
  return {
    id,
    parent: parent !== null && chosen.has(parent) ? parent : null,
    depth,
    title,
    emoji,
    description,
    above: titlesAbove(content.tree, parent),
    variables: entry.variables ?? {},
    text: isDocument ? { body: entry, targets: await bookTargets(context, content, entry) } : null,
  };
}

function titlesAbove(tree: BookRevision['tree'], id: string | null): string[] {
  const page = id === null ? undefined : tree.page(id);
  return page ? [...titlesAbove(tree, page.parent), page.title] : [];
}

/** Plans the reusable contents that texts include, directly or through others. */
async function planReusableContents(
  context: Context,
  content: BookRevision,
  texts: readonly PlannedText[],
): Promise<Map<string, PlannedText>> {
  const entries = await reusableContentsOf(context, content.revision);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const planned = new Map<string, PlannedText>();
  let open = includedIn(texts);
  while (open.length > 0) {
    const found = open.flatMap((id) => (planned.has(id) ? [] : (byId.get(id) ?? [])));
    const next = await Promise.all(
      found.map(async (entry) => ({
        body: entry,
        targets: await bookTargets(context, content, entry),
      })),
    );
    found.forEach(({ id }, index) => {
      const text = next[index];
      if (text) planned.set(id, text);
    });
    open = includedIn(next);
  }
  return planned;
}

function includedIn(texts: readonly PlannedText[]): string[] {
  const ids = texts.flatMap(({ targets }) =>
    [...targets.values()].flatMap((target) =>
      target.kind === 'reusable-content' ? target.reusableContent : [],
    ),
  );
  return [...new Set(ids)];
}

function imagesIn(
  texts: readonly PlannedText[],
  files: ReadonlyMap<string, FileEntry>,
): FileEntry[] {
  const ids = texts.flatMap(({ targets }) =>
    [...targets.values()].flatMap((target) => (target.kind === 'file' ? target.file : [])),
  );
  return [...new Set(ids)].flatMap((id) => {
    const file = files.get(id);
    return file?.contentType.startsWith('image/') ? [file] : [];
  });
}

async function requireReadable({ db }: Context, texts: readonly PlannedText[]): Promise<void> {
  const sources = texts.flatMap(({ body }) => body.source ?? []);
  const sizes = await blobSizes(db, sources);
  const size = sources.reduce((sum, source) => sum + (sizes.get(source) ?? 0), 0);
  if (size > TEXTS_SIZE_MAX) throw tooMuch(`${size} bytes of text`, `${TEXTS_SIZE_MAX}`);
}

function tooMuch(what: string, most: string): AppError {
  const message = `The PDF would be of ${what}, of at most ${most}: ask for a part with "page".`;
  return new AppError('QUERY_TOO_COMPLEX', message);
}

/** Hashes the revision id and the targets: a revision never changes, but its targets can. */
function hashOf(
  { id }: Row<'Revision'>,
  { cover, pages, reusableContents }: Omit<BookPlan, 'hash'>,
): string {
  const texts = pages.map(({ text, ...page }) => [page, [...(text?.targets ?? [])]]);
  const included = [...reusableContents].map(([key, { targets }]) => [key, [...targets]]);
  return sha256(JSON.stringify([TYPESETTING_VERSION, id, cover, texts, included]));
}
