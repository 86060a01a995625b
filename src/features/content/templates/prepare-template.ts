import { badField } from '../../../errors.ts';
import { newId, type IdKind } from '../../../lib/id.ts';
import { sha256 } from '../../../lib/hash.ts';
import { replaceReferencesOf } from '../../../revisions/derived/convert-document.ts';
import type { ContentReference } from '../../../document/document-tree.ts';
import { replacedReference, type ReferenceTargets } from '../../../document/replace-references.ts';
import type {
  Body,
  ContentRef,
  FileEntry,
  PageCover,
  PageEntry,
  ReusableContentEntry,
} from '../../../revisions/store/entry.ts';
import type { TemplateContent, TemplateSource } from './template-content.ts';
import type { TemplateParams } from './template-params.ts';

/** Prefix of a built-in template's references that parameters can set. */
const NAME_PREFIX = 'template:';

/** A template that is ready to be added to a space. */
export interface PreparedTemplate {
  content: TemplateContent;
  /** Bytes that may not be stored yet. */
  blobs: readonly Buffer<ArrayBuffer>[];
  params: TemplateParams;
}

/**
 * Prepares the content of a template for a space: gives it new ids, updates its links to them, and
 * replaces its named references with the parameters.
 *
 * @throws BAD_USER_INPUT for a parameter that the template does not use, or whose kind is not
 *   allowed there
 */
export async function prepareTemplate(
  { content, readSources, fileBlobs, defaults }: TemplateSource,
  params: TemplateParams,
  now: Date,
): Promise<PreparedTemplate> {
  const ids = newIdsOf(content);
  const targets = targetsOf(content, { ids, defaults, params });
  const preparation = new Preparation(targets, ids, now.toISOString());
  const texts = [...content.pages, ...content.reusableContents].filter(hasSource);
  const sources = await readSources(texts.map(({ source }) => source));
  for (const [index, text] of texts.entries()) {
    await preparation.addText(text, sources[index] ?? Buffer.of());
  }
  const prepared = {
    pages: content.pages.map((page) => preparation.page(page)),
    files: content.files.map((file) => preparation.file(file)),
    reusableContents: content.reusableContents.map((one) => preparation.reusableContent(one)),
    variables: content.variables,
  };
  requireUsed(params, preparation.names);
  return { content: prepared, blobs: [...preparation.blobs, ...fileBlobs], params };
}

type Ids = ReadonlyMap<string, string>;
type TextEntry = (PageEntry | ReusableContentEntry) & { source: string };

function hasSource(entry: PageEntry | ReusableContentEntry): entry is TextEntry {
  return entry.source !== undefined;
}

/** Returns new ids by the ids in the template. */
function newIdsOf({ pages, files, reusableContents }: TemplateContent): Ids {
  const idsOf = (entries: readonly { id: string }[], kind: IdKind) =>
    entries.map(({ id }) => [id, newId(kind)] as const);
  return new Map([
    ...idsOf(pages, 'Page'),
    ...idsOf(files, 'File'),
    ...idsOf(reusableContents, 'ReusableContent'),
  ]);
}

function targetsOf(
  { pages, files, reusableContents }: TemplateContent,
  {
    ids,
    defaults,
    params,
  }: { ids: Ids; defaults: TemplateSource['defaults']; params: TemplateParams },
): ReferenceTargets {
  const byName = new Map<string, ContentReference>();
  const byPath = new Map<string, ContentReference>();
  const add = (id: string, path: string | undefined, ref: ContentReference) => {
    byName.set(id, ref);
    if (path !== undefined) byPath.set(path, ref);
  };
  const idOf = (id: string) => ids.get(id) ?? id;
  for (const { id, git } of pages) add(id, git?.path, { kind: 'page', page: idOf(id) });
  for (const { id, path } of files) add(id, path, { kind: 'file', file: idOf(id) });
  for (const { id, git } of reusableContents) {
    add(id, git?.path, { kind: 'reusable-content', reusableContent: idOf(id) });
  }
  for (const [name, url] of defaults) byName.set(NAME_PREFIX + name, { kind: 'url', url });
  for (const [name, ref] of params) byName.set(defaults.has(name) ? NAME_PREFIX + name : name, ref);
  return { byName, byPath };
}

/** @throws BAD_USER_INPUT for an unused parameter */
function requireUsed(params: TemplateParams, names: ReadonlySet<string>): void {
  const unused = [...params.keys()].find(
    (name) => !names.has(name) && !names.has(NAME_PREFIX + name),
  );
  if (unused === undefined) return;
  throw badField(
    ['input', 'params', 'contentRefs', unused],
    'is not used in the template where such a reference is allowed',
  );
}

/** Gives the entries of a template new ids, and their texts and references new targets. */
class Preparation {
  readonly names = new Set<string>();
  readonly blobs: Buffer<ArrayBuffer>[] = [];
  readonly #targets: ReferenceTargets;
  readonly #ids: Ids;
  readonly #now: string;
  readonly #bodies = new Map<string, Required<Body>>();

  constructor(targets: ReferenceTargets, ids: Ids, now: string) {
    this.#targets = targets;
    this.#ids = ids;
    this.#now = now;
  }

  /** Drops the front matter of the text, since the page has its values as attributes. */
  async addText({ id, git, sourceStart = 0 }: TextEntry, bytes: Buffer): Promise<void> {
    const markdown = bytes.toString('utf8', sourceStart).replace(/^(?:[ \t]*\r?\n)+/, '');
    const targets = { ...this.#targets, filePath: git?.path };
    const replaced = await replaceReferencesOf(markdown, targets);
    for (const name of replaced.names) this.names.add(name);
    const blob = Buffer.from(replaced.markdown);
    this.blobs.push(blob);
    this.#bodies.set(id, { source: sha256(blob), sourceStart: 0 });
  }

  page({ git: _origin, target, cover, ...page }: PageEntry): PageEntry {
    return {
      ...page,
      ...this.#renewed(page.id),
      ...this.#bodies.get(page.id),
      parent: page.parent && (this.#ids.get(page.parent) ?? null),
      ...(target && { target: this.#reference(target, ['file', 'url', 'page', 'anchor']) }),
      ...(cover && { cover: this.#cover(cover) }),
    };
  }

  file({ git: _origin, path: _path, ...file }: FileEntry): FileEntry {
    return { ...file, id: this.#ids.get(file.id) ?? file.id };
  }

  reusableContent({ git: _origin, ...content }: ReusableContentEntry): ReusableContentEntry {
    return { ...content, ...this.#renewed(content.id), ...this.#bodies.get(content.id) };
  }

  #renewed(id: string) {
    return { id: this.#ids.get(id) ?? id, createdAt: this.#now, updatedAt: this.#now };
  }

  #cover({ ref, refDark, yPos }: PageCover): PageCover {
    const pictures: ContentRef['kind'][] = ['file', 'url'];
    return {
      ...(ref && { ref: this.#reference(ref, pictures) }),
      ...(refDark && { refDark: this.#reference(refDark, pictures) }),
      yPos,
    };
  }

  #reference(ref: ContentRef, kinds: readonly ContentRef['kind'][]): ContentRef {
    const replaced = replacedReference(ref, this.#targets);
    if (!replaced || !isContentRef(replaced.ref, kinds)) return ref;
    this.names.add(replaced.name);
    return replaced.ref;
  }
}

function isContentRef(
  ref: ContentReference,
  kinds: readonly ContentRef['kind'][],
): ref is ContentRef {
  return kinds.some((kind) => kind === ref.kind);
}
