import type { Client } from '../../support/client.ts';
import { writePages } from '../../support/content.ts';
import type { World } from '../../support/world.ts';

/** A space with a change request by an editor. */
export interface ReviewStage {
  spaceId: string;
  /** Of the page `Guide`. */
  pageId: string;
  changeRequestId: string;
  /** Where the space and the change request are on `/v1`. */
  space: string;
  path: string;
}

/** Creates a space with a page, and a draft by somebody who may edit it. */
export async function createReviewStage(
  world: World,
  organizationId: string,
  editor: Client,
): Promise<ReviewStage> {
  const { id: spaceId } = await world.space(organizationId);
  const { ids } = await writePages(world, spaceId, [{ title: 'Guide' }, { title: 'FAQ' }]);
  const space = `/v1/spaces/${spaceId}`;
  const { body } = await editor.post(`${space}/change-requests`, { subject: 'Reword' });
  const path = `${space}/change-requests/${body.id}`;
  return { spaceId, pageId: ids['Guide'] ?? '', changeRequestId: body.id, space, path };
}

/** Gives a page of a branch another title. */
export async function retitle(client: Client, branch: string, page: string, title: string) {
  const changes = [{ operation: 'update_page', page, metadata: { title } }];
  const { status, body } = await client.post(`${branch}/content`, { changes });
  if (status !== 200) throw new Error(JSON.stringify(body));
}
