import { badField, conflict } from '../../../errors.ts';
import { contentLimits } from '../../../revisions/content-limits.ts';
import { ContentDraft } from '../edit/content-draft.ts';
import type { ContentReader } from '../../../revisions/store/content-reader.ts';
import { draftPartsOf } from '../../../revisions/store/draft-parts.ts';
import type { Variables } from '../../../revisions/store/entry.ts';
import type { ContentChanges, StoredContent } from '../../../revisions/store/write-revision.ts';
import type { PreparedTemplate } from './prepare-template.ts';
import type { TemplateParams } from './template-params.ts';

/** Maximum number of pages that an error names. */
const TITLES_NAMED_MAX = 5;

/**
 * Returns the changes that add a template to content: its pages after the existing ones, with its
 * files and reusable contents. Existing variables keep their values.
 *
 * @throws BAD_USER_INPUT for a reference to a missing entry, CONFLICT at a limit, and if the
 *   content already has its pages
 */
export async function addTemplate(
  reader: ContentReader,
  base: StoredContent,
  { content, params }: PreparedTemplate,
): Promise<ContentChanges> {
  const variables = { ...content.variables, ...(base.variables as Variables) };
  if (Object.keys(variables).length > contentLimits.variableCountMax) {
    const limit = contentLimits.variableCountMax;
    throw conflict(`The content would have more than ${limit} variables, which is the limit.`);
  }
  const draft = new ContentDraft(draftPartsOf(reader, base), variables);
  await requireReferenced(draft, params);
  await requireNew(draft, content.pages);
  for (const file of content.files) await draft.files.put(file);
  for (const one of content.reusableContents) await draft.reusableContents.put(one);
  for (const page of content.pages) {
    await draft.place({ ...page, parent: null, position: '' }, page.parent, undefined, ['input']);
  }
  return {
    pages: await draft.pages.changes(),
    files: await draft.files.changes(),
    reusableContents: await draft.reusableContents.changes(),
    variables,
  };
}

/** Refuses a template if all titles of its top-level pages exist: it was applied before. */
async function requireNew(
  draft: ContentDraft,
  pages: PreparedTemplate['content']['pages'],
): Promise<void> {
  const titles = pages.filter(({ parent }) => parent === null).map(({ title }) => title);
  const present = new Set((await draft.pages.children(null)).map(({ title }) => title));
  if (titles.length === 0 || !titles.every((title) => present.has(title))) return;
  const names = titles.slice(0, TITLES_NAMED_MAX).map((title) => `"${title}"`);
  throw conflict(
    `The content has the pages of the template already: ${names.join(', ')}` +
      `${titles.length > names.length ? ' and others' : ''}. Rename or delete them first.`,
  );
}

/** Requires that the targets of references in the same space exist. */
async function requireReferenced(draft: ContentDraft, params: TemplateParams): Promise<void> {
  for (const [name, ref] of params) {
    const path = ['input', 'params', 'contentRefs', name];
    if ('space' in ref && ref.space !== undefined) continue;
    if (ref.kind === 'file') await draft.files.get(ref.file, [...path, 'file']);
    if (ref.kind === 'page') await draft.page(ref.page, [...path, 'page']);
    if (ref.kind === 'anchor') {
      if (ref.page === undefined) throw badField([...path, 'page'], 'is required in a template');
      await draft.page(ref.page, [...path, 'page']);
    }
    if (ref.kind === 'reusable-content') {
      await draft.reusableContents.get(ref.reusableContent, [...path, 'reusableContent']);
    }
  }
}
