import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { newId } from '../../lib/id.ts';
import { positionBetween } from '../../lib/position.ts';
import { storeBlobs } from '../../revisions/store/content-store.ts';
import { insertSpace, type NewSpace } from './create-space.ts';

const SAMPLE = `# Welcome

This space is yours to write in. Here is what a page can hold:

* **text** with [links](https://example.com), lists and tables;
* code, images and files;
* hints that stand out.

> Change this page or delete it; a change request lets others review what you write.
`;

/** Inserts a new space with a sample page, within a transaction. */
export async function insertSampleSpace(
  context: Context,
  transaction: PrismaTransaction,
  organizationId: string,
  input: NewSpace,
): Promise<string> {
  const [source] = await storeBlobs(transaction, [Buffer.from(SAMPLE)]);
  const id = newId('Page');
  const now = context.now().toISOString();
  const page = {
    id,
    type: 'document' as const,
    parent: null,
    position: positionBetween(null, null),
    title: 'Welcome',
    slug: 'welcome',
    source,
    sourceStart: 0,
    createdAt: now,
    updatedAt: now,
  };
  return insertSpace(context, transaction, organizationId, input, { pages: new Map([[id, page]]) });
}
