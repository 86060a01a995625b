import type { Client } from '../../support/client.ts';
import { createChangeRequest } from '../../support/content-changes.ts';
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

export const rename = (page: string | undefined, title: string) => ({
  operation: 'update_page',
  page,
  metadata: { title },
});
