import type { Client } from '../../support/client.ts';
import { writePages } from '../../support/content.ts';
import type { World } from '../../support/world.ts';

/** The two families of comment operations, which must behave alike. */
export const families = ['space', 'change request'] as const;

export type Family = (typeof families)[number];

export function otherOf(family: Family): Family {
  return family === 'space' ? 'change request' : 'space';
}

/** An organization with a space, a change request and pages to comment on. */
export interface Discussion {
  organizationId: string;
  admin: Client;
  author: Client;
  spaceId: string;
  changeRequestId: string;
  /** Ids of the pages by title: `Guide` and `Reference`. */
  pages: Record<string, string>;
  /** Where comments of a family are on `/v1`. */
  url(family: Family): string;
  /** Posts a comment in a family and answers its id. */
  post(family: Family, client: Client, body?: object): Promise<string>;
  /** Replies to a comment and answers the id of the reply. */
  reply(family: Family, client: Client, commentId: string, markdown?: string): Promise<string>;
}

/** The text of the page `Guide`. */
const guide = `# Start here

First paragraph.

| Name | Size |
| ---- | ---- |
| One  | 1    |
`;

export async function createDiscussion(world: World): Promise<Discussion> {
  const { id: organizationId, admin } = await world.organization();
  const { id: spaceId } = await world.space(organizationId);
  const { ids: pages } = await writePages(world, spaceId, [
    { title: 'Guide', emoji: '📘', markdown: guide, pages: [{ title: 'Reference' }] },
  ]);
  const { id: changeRequestId } = await world.changeRequest(spaceId);
  const author = await world.member(organizationId, 'comment', { displayName: 'Author' });
  const url = (family: Family) =>
    family === 'space'
      ? `/v1/spaces/${spaceId}/comments`
      : `/v1/spaces/${spaceId}/change-requests/${changeRequestId}/comments`;
  return {
    organizationId,
    admin,
    author,
    spaceId,
    changeRequestId,
    pages,
    url,
    post: (family, client, body = { body: { markdown: 'A remark.' } }) =>
      idOf(client, url(family), body),
    reply: (family, client, commentId, markdown = 'An answer.') =>
      idOf(client, `${url(family)}/${commentId}/replies`, { body: { markdown } }),
  };
}

async function idOf(client: Client, url: string, body: object): Promise<string> {
  const answer = await client.post(url, body);
  if (answer.status !== 200) throw new Error(`Posting failed: ${JSON.stringify(answer.body)}`);
  return answer.body.id;
}
