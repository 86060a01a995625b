import { expect } from 'vitest';
import type { Client } from '../../support/client.ts';
import { writeFiles, writePages } from '../../support/content.ts';
import type { World } from '../../support/world.ts';

/** A space with a few pages and files, and a change request of it. */
export async function createEditedSpace(world: World, organizationId: string, editor: Client) {
  const { id: spaceId } = await world.space(organizationId);
  const space = `/v1/spaces/${spaceId}`;
  const { ids } = await writePages(world, spaceId, [
    {
      title: 'Guide',
      markdown: 'One.\n\nTwo.\n\nThree.\n',
      pages: [{ title: 'Inside', markdown: 'Inside.\n' }],
    },
    { title: 'FAQ', markdown: 'Questions.\n' },
    { title: 'Old', markdown: 'Old.\n' },
  ]);
  const files = await writeFiles(world, spaceId, [
    { name: 'a.txt', text: 'A' },
    { name: 'b.txt', text: 'B' },
  ]);
  const { path, id: changeRequestId } = await createChangeRequest(editor, space);
  return { spaceId, space, ids, files, path, changeRequestId };
}

export async function createChangeRequest(
  editor: Client,
  space: string,
): Promise<{ path: string; id: string }> {
  const { body } = await editor.post(`${space}/change-requests`, { subject: 'Edit' });
  return { id: body.id, path: `${space}/change-requests/${body.id}` };
}

/** Edits a space or a change request. */
export async function changeContent(
  editor: Client,
  branch: string,
  changes: readonly object[],
): Promise<void> {
  const { status, body } = await editor.post(`${branch}/content`, { changes });
  expect([status, body.error]).toEqual([200, undefined]);
}

export const rename = (page: string | undefined, title: string) => ({
  operation: 'update_page',
  page,
  metadata: { title },
});
