import { beforeAll, describe, expect, it } from 'vitest';
import { writePages, writeReusableContents } from '../../support/content.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
let spaceId: string;
let pageId: string;
let revisionId: string;

const textsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === 'text' && typeof item === 'string' ? [item] : textsIn(item),
  );
};

const read = (documentId: string, client = organization.admin) =>
  client.get(`/v1/spaces/${spaceId}/documents/${documentId}`);

beforeAll(async () => {
  ({ id: spaceId } = await world.space(organization.id));
  const { ids } = await writePages(world, spaceId, [{ title: 'Guide', markdown: 'First.\n' }]);
  pageId = ids.Guide ?? '';
  const { body } = await organization.admin.get(`/v1/spaces/${spaceId}`);
  revisionId = body.revision;
  await organization.admin.post(`/v1/spaces/${spaceId}/content`, {
    changes: [{ operation: 'update_page', page: pageId, document: { markdown: 'Second.\n' } }],
  });
});

describe('a document by its id', () => {
  it('is the text of a page as it is now, or in a revision', async () => {
    const now = await read(pageId);
    expect(now.body).toMatchObject({ object: 'document', nodes: [{ type: 'paragraph' }] });
    expect(textsIn(now.body)).toEqual(['Second.']);
    expect(textsIn((await read(`${pageId}@${revisionId}`)).body)).toEqual(['First.']);
    const { space } = await organization.admin.query(
      `query ($id: ID!, $document: ID!) { space(id: $id) {
        document(documentId: $document) { nodes } } }`,
      { id: spaceId, document: pageId },
    );
    expect(textsIn(space.document)).toEqual(['Second.']);
  });

  it('is that of a reusable content, too', async () => {
    const other = await world.space(organization.id);
    const ids = await writeReusableContents(world, other.id, [
      { title: 'Note', markdown: 'Shared.\n' },
    ]);
    const { body } = await organization.admin.get(
      `/v1/spaces/${other.id}/documents/${ids.Note ?? ''}`,
    );
    expect(textsIn(body)).toEqual(['Shared.']);
  });

  it('is missing where the space has none with that id, and for strangers', async () => {
    const other = await world.space(organization.id);
    const elsewhere = await organization.admin.get(`/v1/spaces/${other.id}/documents/${pageId}`);
    expect(elsewhere.status).toBe(404);
    const states = [`${pageId}@rev_unknown`, `${pageId}@${other.revisionId}`, 'page_unknown'];
    for (const id of states) expect((await read(id)).status).toBe(404);
    expect((await read(pageId, cast.stranger)).status).toBe(404);
    expect((await read(pageId, cast.read)).status).toBe(200);
  });
});
