import { lookup } from 'mime-types';
import type { InputPath } from '../../../errors.ts';
import { sha256 } from '../../../lib/hash.ts';
import { imageDimensions } from '../../../document/docs-folder/image-dimensions.ts';
import type { FileEntry } from '../../../revisions/store/entry.ts';
import type { CommandOf } from './content-command.ts';
import type { Editing } from './edit-content.ts';

export async function insertFiles(
  editing: Editing,
  { files }: CommandOf<'insertFiles'>,
  path: InputPath,
): Promise<void> {
  for (const [index, { ref, name, contentType, content }] of files.entries()) {
    const id = await editing.draft.newId('File', ref, [...path, 'files', index, 'ref']);
    await editing.draft.files.put({ id, name, ...bytesOf(editing, name, contentType, content) });
  }
}

export async function updateFile(
  editing: Editing,
  change: CommandOf<'updateFile'>,
  path: InputPath,
): Promise<void> {
  const { draft } = editing;
  const known = await draft.files.get(change.file, [...path, 'file']);
  const { name = known.name, contentType, content } = change;
  const edited = { ...known, name, ...(contentType !== undefined && { contentType }) };
  if (content === undefined) {
    await draft.files.put(edited);
    return;
  }
  const { dimensions: _old, ...rest } = edited;
  await draft.files.put({ ...rest, ...bytesOf(editing, name, contentType, content) });
}

export function deleteFile({ draft }: Editing, { file }: CommandOf<'deleteFile'>): Promise<void> {
  return draft.files.delete(file);
}

function bytesOf(
  editing: Editing,
  name: string,
  contentType: string | undefined,
  base64: string,
): Pick<FileEntry, 'blob' | 'size' | 'contentType' | 'dimensions'> {
  const bytes = Buffer.from(base64, 'base64');
  editing.blobs.push(bytes);
  const type = contentType ?? (lookup(name) || 'application/octet-stream');
  const dimensions = type.startsWith('image/') ? imageDimensions(bytes) : undefined;
  return {
    blob: sha256(bytes),
    size: bytes.byteLength,
    contentType: type,
    ...(dimensions && { dimensions }),
  };
}
