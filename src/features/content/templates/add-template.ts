import { badField, conflict } from '../../../errors.ts';
import { contentLimits } from '../content-limits.ts';
import { ContentDraft } from '../edit/content-draft.ts';
import type { ContentReader } from '../store/content-reader.ts';
import { draftPartsOf } from '../store/draft-parts.ts';
import type { Variables } from '../store/entry.ts';
import type { ContentChanges, StoredContent } from '../store/write-revision.ts';
import type { PreparedTemplate } from './prepare-template.ts';
import type { TemplateParams } from './template-params.ts';

/**
 * What puts a template into content: its pages behind those that are there, its files and its
 * reusable contents beside them. Variables that are there keep their values.
 *
 * @throws BAD_USER_INPUT for a reference to what the content does not have, CONFLICT at a limit
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

/** What references of the own space name must be there. */
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
