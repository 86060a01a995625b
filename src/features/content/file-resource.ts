import type { Context } from '../../context.ts';
import { downloadUrl, signerOf } from './downloads/download-url.ts';
import type { FileEntry } from '../../revisions/store/entry.ts';

/** Returns files as on `/v1`, without resolving GraphQL fields for each. */
export async function fileResources(
  context: Pick<Context, 'db' | 'baseUrl' | 'now'>,
  files: readonly FileEntry[],
  options: { metadata: boolean },
): Promise<object[]> {
  if (files.length === 0) return [];
  const signer = await signerOf(context);
  return files.map((file) => ({
    id: file.id,
    name: file.name,
    contentType: file.contentType,
    downloadURL: downloadUrl(signer, file),
    size: file.size,
    ...(file.dimensions && { dimensions: file.dimensions }),
    ...(file.git && options.metadata && { git: file.git }),
  }));
}
