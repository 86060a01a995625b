import { badField, type InputPath } from '../../../errors.ts';
import { isSameValue } from '../../../lib/same-value.ts';
import type { DocumentText } from '../document-text.ts';
import { slugOfTitle } from '../../../document/docs-folder/page-slug.ts';
import { layoutPresets } from '../layout-presets.ts';
import type { ContentRef, PageEntry, Variables } from '../../../revisions/store/entry.ts';
import { VARIABLES_MAX, type CommandOf, type PageMetadata } from './content-command.ts';
import { placeComputedPages, requireWritten } from './place-computed-pages.ts';
import type { ContentDraft } from './content-draft.ts';
import type { Editing } from './edit-content.ts';

/** Inserts a new page. */
export async function insertPage(
  editing: Editing,
  change: CommandOf<'insertPage'>,
  path: InputPath,
): Promise<void> {
  const { draft, now } = editing;
  const { type, metadata, document, target, computed, into, at, ref } = change;
  if ((type === 'computed') !== (computed !== undefined)) {
    throw badField([...path, 'computed'], 'is required for a computed page, and only for one');
  }
  if (type !== 'document' && document) {
    throw badField([...path, 'document'], 'is only for a page of the type "document"');
  }
  if ((type === 'link') !== (target !== undefined)) {
    throw badField([...path, 'target'], 'is required for a link, and only for one');
  }
  const page: PageEntry = {
    id: await draft.newId('Page', ref, [...path, 'ref']),
    type: type === 'computed' ? 'document' : type,
    parent: null,
    position: '',
    title: metadata.title,
    slug: type === 'link' ? '' : (metadata.slug ?? slugOfTitle(metadata.title)),
    ...(target && { target: withIds(draft, target) }),
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  };
  const text = type === 'document' ? (document ?? {}) : undefined;
  await draft.place(await withText(editing, page, text, path), into ?? null, at, path);
  const placed = await draft.page(page.id, path);
  const written = await withMetadata(draft, placed, metadata, [...path, 'metadata']);
  await draft.put(written);
  if (computed) await insertComputed(editing, written, computed, [...path, 'computed']);
}

/** Turns a placed page into a computed page. */
async function insertComputed(
  editing: Editing,
  page: PageEntry,
  { type, dependencies, props }: NonNullable<CommandOf<'insertPage'>['computed']>,
  path: InputPath,
): Promise<void> {
  const { draft, now } = editing;
  const { spec } = dependencies.spec.ref;
  const at = [...path, 'dependencies', 'spec', 'ref', 'spec'];
  const computed = await editing.computedPages(spec, at);
  draft.requireRoom(computed.pages.length);
  const root = { ...page, computed: { type, spec, doc: 'info' as const, page: 'info', ...props } };
  await draft.put(root);
  await placeComputedPages(draft.pages, root, computed, now);
}

/** Changes the metadata, the text or the position of a page. */
export async function updatePage(
  editing: Editing,
  change: CommandOf<'updatePage'>,
  path: InputPath,
): Promise<void> {
  const { draft } = editing;
  const { metadata = {}, document, target, into, at } = change;
  const page = await draft.page(change.page, [...path, 'page']);
  requireWritten(page, [...path, 'page']);
  if (document && page.computed) {
    throw badField([...path, 'document'], 'is not for a computed page: nobody writes its text');
  }
  if (document && page.type !== 'document') {
    throw badField([...path, 'document'], 'is only for a page of the type "document"');
  }
  if (target && page.type !== 'link') {
    throw badField([...path, 'target'], 'is only for a link');
  }
  const edited = {
    ...(await withMetadata(draft, page, metadata, [...path, 'metadata'])),
    ...(target && { target: withIds(draft, target) }),
    updatedAt: editing.now.toISOString(),
  };
  const written = await withText(editing, edited, document, path);
  // An update without a difference is not an edit.
  if (!isSameValue({ ...written, updatedAt: page.updatedAt }, page)) await draft.put(written);
  if (into !== undefined || at !== undefined) {
    await movePage(editing, { page: page.id, into, at }, path);
  }
}

/** Moves a page with its descendants. */
export async function movePage(
  { draft }: Editing,
  change: CommandOf<'movePage'>,
  path: InputPath,
): Promise<void> {
  const page = await draft.page(change.page, [...path, 'page']);
  requireWritten(page, [...path, 'page']);
  const into = change.into === undefined ? page.parent : change.into;
  await draft.place(page, into, change.at, path);
}

/** Deletes a page with its descendants. */
export async function deletePage(
  { draft }: Editing,
  change: CommandOf<'deletePage'>,
  path: InputPath,
): Promise<void> {
  const id = draft.idOf(change.page);
  const page = await draft.pages.entry(id);
  if (page) requireWritten(page, [...path, 'page']);
  // Like every deletion, it succeeds if the page does not exist.
  await draft.remove(id);
}

/** Restores a page from another revision, or deletes it if it does not exist there. */
export async function revertPage(
  editing: Editing,
  change: CommandOf<'revertPage'>,
  path: InputPath,
): Promise<void> {
  const { draft } = editing;
  const id = draft.idOf(change.page);
  const current = await draft.pages.entry(id);
  const wanted = await editing.pageOfRevision(change.revision, id, path);
  if (!current && !wanted) {
    throw badField([...path, 'page'], 'is a page of neither revision');
  }
  if (current?.computed ?? wanted?.computed) {
    throw badField([...path, 'page'], 'is computed: it has no text of its own to go back to');
  }
  if (!wanted) {
    await draft.remove(id);
    return;
  }
  const parent = current ? current.parent : wanted.parent;
  const into = parent !== null && (await draft.pages.entry(parent)) ? parent : null;
  if (!current) await draft.place(wanted, into, undefined, path);
  else {
    const slug = wanted.type === 'link' ? '' : await draft.pages.freeSlug(wanted, parent);
    await draft.put({ ...wanted, parent, position: current.position, slug });
  }
}

/** Returns a page with changed metadata. An absent value is kept, null removes it. */
async function withMetadata(
  draft: ContentDraft,
  page: PageEntry,
  metadata: PageMetadata,
  path: InputPath,
): Promise<PageEntry> {
  const { slug, layout, cover, variables, ...values } = metadata;
  const { title, hidden, noIndex, noRobotsIndex, ...texts } = values;
  const flags = { hidden, noIndex, noRobotsIndex };
  const changed: Record<string, unknown> = {
    ...page,
    ...defined({ title, ...flags, ...texts }),
    ...(slug !== undefined && { slug: await freeSlug(draft, page, slug, path) }),
    ...(layout !== undefined && { layout: layout && withLayout(page.layout, layout) }),
    ...(cover !== undefined && {
      cover: cover && {
        ...(cover.ref && { ref: withIds(draft, cover.ref) }),
        ...(cover.refDark && { refDark: withIds(draft, cover.refDark) }),
        yPos: cover.yPos,
      },
    }),
    ...(variables && {
      variables: withVariables(page.variables ?? {}, variables, [...path, 'variables']),
    }),
  };
  // Entries omit values that are missing or equal to the default.
  const kept = Object.entries(changed).filter(
    ([name, value]) => name === 'parent' || (value !== null && value !== false && !isEmpty(value)),
  );
  return Object.fromEntries(kept) as unknown as PageEntry;
}

/** Applies changes to a layout. A preset replaces the whole layout. */
function withLayout(
  known: PageEntry['layout'],
  { preset, ...parts }: NonNullable<PageMetadata['layout']>,
): Record<string, unknown> {
  return { ...(preset ? layoutPresets[preset] : known), ...defined(parts) };
}

/** Applies changes to variables; null removes one. @throws BAD_USER_INPUT if there are too many */
export function withVariables(
  variables: Variables,
  changes: NonNullable<PageMetadata['variables']>,
  path: InputPath,
): Variables {
  const all = Object.entries({ ...variables, ...changes }).filter(
    (entry): entry is [string, string | number | boolean] => entry[1] !== null,
  );
  if (all.length > VARIABLES_MAX && all.length > Object.keys(variables).length) {
    throw badField(path, `must leave at most ${VARIABLES_MAX} variables`);
  }
  return Object.fromEntries(all);
}

async function freeSlug(
  draft: ContentDraft,
  page: PageEntry,
  slug: string,
  path: InputPath,
): Promise<string> {
  if (page.type === 'link') throw badField([...path, 'slug'], 'is not for a link, which has none');
  if (slug !== page.slug && (await draft.pages.isTaken(slug, page.parent, page.id))) {
    throw badField([...path, 'slug'], `is taken: another page beside it has the slug "${slug}"`);
  }
  return slug;
}

/**
 * Returns a page with a new text. Its front matter is kept, since attributes are stored separately.
 */
async function withText(
  editing: Editing,
  page: PageEntry,
  text: DocumentText | undefined,
  path: InputPath,
): Promise<PageEntry> {
  if (!text) return page;
  const { source, sourceStart } = await editing.newSource(page, text, [...path, 'document']);
  return { ...page, source, sourceStart };
}

/** Returns a reference that contains the ids of earlier insertions instead of their refs. */
function withIds(
  draft: ContentDraft,
  ref: NonNullable<CommandOf<'insertPage'>['target']>,
): ContentRef {
  const { kind, file = '', url = '', page, anchor = '', space } = ref;
  const elsewhere = space === undefined ? {} : { space };
  switch (kind) {
    case 'file':
      return { kind, file: draft.idOf(file) };
    case 'url':
      return { kind, url };
    case 'page':
      return { kind, page: draft.idOf(page ?? ''), ...elsewhere };
    case 'anchor':
      return { kind, anchor, ...(page !== undefined && { page: draft.idOf(page) }), ...elsewhere };
  }
}

function defined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
