import { beforeAll, describe, expect, it } from 'vitest';
import { useOrganization, useWorld } from '../../support/use-world.ts';

/** How many write at the same time: more than there are connections, so that reads wait too. */
const WRITERS = 30;

const world = useWorld();
const organization = useOrganization(world);
let spaceId: string;
let changeRequestId: string;

beforeAll(async () => {
  ({ id: spaceId } = await world.space(organization.id));
  ({ id: changeRequestId } = (
    await organization.admin.post(`/v1/spaces/${spaceId}/change-requests`, {})
  ).body);
});

const titles = Array.from({ length: WRITERS }, (_, index) => `Page of writer ${index}`);
const insert = (title: string) => ({
  changes: [{ operation: 'insert_page', type: 'document', metadata: { title } }],
});

/** The titles of the pages of a revision. */
async function titlesAt(revision: string): Promise<string[]> {
  const path = `/v1/spaces/${spaceId}/revisions/${revision}/pages`;
  const { pages } = (await organization.admin.get(path)).body;
  return pages.map(({ title }: { title: string }) => title);
}

// A writer who took the revision of another for their own would overwrite what they never saw.
describe('the revision that a write of content answers while others write', () => {
  it.each([
    ['of the primary content', () => `/v1/spaces/${spaceId}/content`],
    [
      'of a change request',
      () => `/v1/spaces/${spaceId}/change-requests/${changeRequestId}/content`,
    ],
  ])('is the one that it made, %s', async (_where, path) => {
    const answers = await Promise.all(
      titles.map((title) => organization.admin.post(path(), insert(title))),
    );
    const revisions = answers.map(({ body }) => body.revision as string);
    expect(new Set(revisions).size).toBe(WRITERS);
    const counts = await Promise.all(
      revisions.map(async (revision, index) => {
        const found = await titlesAt(revision);
        expect(found).toContain(titles[index]);
        return found.length;
      }),
    );
    expect(counts.toSorted((a, b) => a - b)).toEqual(titles.map((_, index) => index + 1));
  });

  it('is that of the content that a mutation shows', async () => {
    const answers = await Promise.all(
      titles.map((title) =>
        organization.admin.query(
          `mutation ($input: ChangeContentInput!) { changeContent(input: $input) {
            revision { id } owner { ... on ChangeRequest { content { id } } } } }`,
          {
            input: {
              ...{ spaceId, changeRequestId },
              changes: [{ insertPage: { type: 'DOCUMENT', metadata: { title } } }],
            },
          },
        ),
      ),
    );
    const shown = answers.map(({ changeContent }) => changeContent);
    expect(new Set(shown.map(({ revision }) => revision.id)).size).toBe(WRITERS);
    expect(shown.map(({ owner }) => owner.content)).toEqual(shown.map(({ revision }) => revision));
  });
});
