import type { PrismaTransaction } from '../../database/database.ts';
import { contentStoreOf } from '../../revisions/store/content-reader.ts';
import { keepBlobs } from '../../revisions/store/content-store.ts';
import type { ContentChanges, StoredContent } from '../../revisions/store/write-revision.ts';
import { addTemplate } from '../content/templates/add-template.ts';
import type { PreparedTemplate } from '../content/templates/prepare-template.ts';

/**
 * Stores the blobs of a template, and returns the changes that add it to content.
 *
 * @throws as `addTemplate` does, CONFLICT when a file was purged since it was read
 */
export async function contentOfTemplate(
  transaction: PrismaTransaction,
  base: StoredContent,
  template: PreparedTemplate,
): Promise<ContentChanges> {
  const store = contentStoreOf(transaction);
  await store.storeBlobs(template.blobs);
  const files = template.content.files.map(({ blob }) => blob);
  await keepBlobs(transaction, [...new Set(files)]);
  return addTemplate(store, base, template);
}
