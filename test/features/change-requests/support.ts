import { writePages } from '../../support/content.ts';
import type { World } from '../../support/world.ts';

/** Shows the new head, and how new things are called. */
export const changeContent = /* GraphQL */ `
  mutation ($input: ChangeContentInput!) {
    changeContent(input: $input) {
      owner {
        __typename
      }
      revision {
        id
        parentIds
        pageCount
      }
      refs
    }
  }
`;

/** A space with pages that have front matter, a page below, and a sibling. */
export async function createWrittenSpace(
  world: World,
  organizationId: string,
): Promise<{
  spaceId: string;
  space: string;
  ids: Record<string, string>;
  firstRevision: string;
}> {
  const { id: spaceId } = await world.space(organizationId);
  const { ids, revisionId: firstRevision } = await writePages(world, spaceId, [
    {
      title: 'Guide',
      frontMatter: '---\nold: true\n---\n',
      markdown: '# Guide\n\nOne.\n\nTwo.\n',
      pages: [{ title: 'Setup', markdown: 'Set up.\n' }],
    },
    { title: 'FAQ', markdown: 'Questions.\n' },
  ]);
  return { spaceId, space: `/v1/spaces/${spaceId}`, ids, firstRevision };
}
