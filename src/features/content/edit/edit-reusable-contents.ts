import { badField, type InputPath } from '../../../errors.ts';
import { isSameValue } from '../../../lib/same-value.ts';
import type { ReusableContentEntry } from '../../../revisions/store/entry.ts';
import type { CommandOf } from './content-command.ts';
import type { Editing } from './edit-content.ts';

export async function insertReusableContent(
  editing: Editing,
  { ref, title, document }: CommandOf<'insertReusableContent'>,
  path: InputPath,
): Promise<void> {
  const { draft, now } = editing;
  await draft.reusableContents.put({
    id: await draft.newId('ReusableContent', ref, [...path, 'ref']),
    title,
    ...(await editing.newSource({}, document ?? {}, [...path, 'document'])),
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  });
}

export async function updateReusableContent(
  editing: Editing,
  { reusableContent, title, document }: CommandOf<'updateReusableContent'>,
  path: InputPath,
): Promise<void> {
  const { reusableContents } = editing.draft;
  const known = await reusableContents.get(reusableContent, [...path, 'reusableContent']);
  const edited: ReusableContentEntry = {
    ...known,
    ...(title !== undefined && { title }),
    ...(document && (await editing.newSource(known, document, [...path, 'document']))),
  };
  // An update without a difference is not an edit.
  if (isSameValue(edited, known)) return;
  await reusableContents.put({ ...edited, updatedAt: editing.now.toISOString() });
}

export function deleteReusableContent(
  { draft }: Editing,
  { reusableContent }: CommandOf<'deleteReusableContent'>,
): Promise<void> {
  return draft.reusableContents.delete(reusableContent);
}

/** Restores a reusable content from another revision, or deletes it if it does not exist there. */
export async function revertReusableContent(
  editing: Editing,
  { reusableContent, revision }: CommandOf<'revertReusableContent'>,
  path: InputPath,
): Promise<void> {
  const { draft } = editing;
  const id = draft.idOf(reusableContent);
  const wanted = await editing.reusableContentOfRevision(revision, id, path);
  if (wanted) await draft.reusableContents.put(wanted);
  else if (await draft.reusableContents.entry(id)) await draft.reusableContents.delete(id);
  else {
    throw badField([...path, 'reusableContent'], 'is a reusable content of neither revision');
  }
}
