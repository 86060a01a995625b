import { beforeAll, describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes, type Cast } from '../../support/cast.ts';
import { writeFiles, writePages, writeVariable } from '../../support/content.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
let organizationId: string;
let cast: Cast;
let spaceId: string;
let path: string;
/** A revision that is not the head any more, and what it holds. */
let revisionId: string;
let pageId: string;
let fileId: string;

beforeAll(async () => {
  ({ id: organizationId } = await world.organization());
  cast = await world.cast(organizationId);
  ({ id: spaceId } = await world.space(organizationId));
  path = `/v1/spaces/${spaceId}/revisions`;
  const files = await writeFiles(world, spaceId, [{ name: 'notes.txt', text: 'Notes.' }]);
  const pages = await writePages(world, spaceId, [
    { title: 'Guide', markdown: '# Start\n\nText.\n', pages: [{ title: 'Empty' }] },
    { title: 'Part', type: 'group' },
  ]);
  revisionId = pages.revisionId;
  pageId = pages.ids['Guide'] ?? '';
  fileId = files['notes.txt'] ?? '';
  const gone = { operation: 'delete_page', page: pageId };
  await cast.edit.post(`/v1/spaces/${spaceId}/content`, { changes: [gone] });
});

const belowRevision = () => [
  '',
  '/pages',
  '/files',
  `/files/${fileId}`,
  `/page/${pageId}`,
  `/page/${pageId}/document`,
  '/path/guide/empty',
];

describe('a revision of a space', () => {
  it('shows what the content was, after that was deleted', async () => {
    const answers = await Promise.all(
      belowRevision().map((step) => cast.read.get(`${path}/${revisionId}${step}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(belowRevision().map(() => 200));
    const [revision, pages, files, file, page, document, empty] = answers.map(({ body }) => body);
    expect(revision).toMatchObject({ object: 'revision', id: revisionId, type: 'edits' });
    expect(pages).toEqual({ pages: revision.pages });
    expect(files.items).toEqual([file]);
    expect(file).toMatchObject({ id: fileId, name: 'notes.txt' });
    expect(page).toMatchObject({ id: pageId, title: 'Guide', path: 'guide' });
    expect(document).toMatchObject({
      object: 'document',
      data: { schemaVersion: expect.any(Number) },
      nodes: [{ type: 'heading-1' }, { type: 'paragraph' }],
    });
    expect(empty).toMatchObject({ title: 'Empty' });
    const { body: now } = await cast.read.get(`/v1/spaces/${spaceId}/content`);
    expect(now.pages.map(({ title }: { title: string }) => title)).toEqual(['Part']);
  });

  it('takes the parameters of content', async () => {
    const withFormat = await cast.read.get(
      `${path}/${revisionId}/page/${pageId}?format=markdown&metadata=false&computed=false`,
    );
    expect(withFormat.body).toMatchObject({ markdown: '# Start\n\nText.\n' });
    const evaluated = `${path}/${revisionId}/page/${pageId}/document?evaluated=true`;
    expect((await cast.read.get(evaluated)).status).toBe(200);
    const limited = await cast.read.get(`${path}/${revisionId}/files?limit=0`);
    expect(limited.body).toMatchObject({ count: 1, items: [] });
  });

  it('has no document for a page without text, and none for a page that it has not', async () => {
    const { body } = await cast.read.get(`${path}/${revisionId}/pages`);
    const [guide, part] = body.pages as { id: string; pages: { id: string }[] }[];
    for (const id of [guide?.pages[0]?.id, part?.id, 'page_missing']) {
      const { status } = await cast.read.get(`${path}/${revisionId}/page/${id}/document`);
      expect(status).toBe(404);
    }
  });

  it('is for those with a level on the space, the same on both surfaces', async () => {
    for (const step of belowRevision()) {
      const outcomes = await restOutcomes(cast, (client) =>
        client.get(`${path}/${revisionId}${step}`),
      );
      expect(outcomes).toEqual(allowedFrom('read'));
    }
    const seen = await graphOutcomes(cast, async (client) => {
      const { space } = await client.query(
        'query ($id: ID!, $revision: ID!) { space(id: $id) { revision(id: $revision) { id } } }',
        { id: spaceId, revision: revisionId },
      );
      return space?.revision ? undefined : 'NOT_FOUND';
    });
    expect(seen).toEqual(allowedFrom('read'));
  });

  it('may be one of a change request, but none of another space', async () => {
    const { id } = await world.changeRequest(spaceId);
    const proposal = await writeVariable(world, id);
    expect((await cast.read.get(`${path}/${proposal}`)).status).toBe(200);
    const other = await world.space(organizationId);
    for (const foreign of [other.revisionId, 'rev_missing']) {
      expect(await cast.read.get(`${path}/${foreign}`)).toMatchObject({
        status: 404,
        body: { error: { message: expect.stringContaining(foreign) } },
      });
    }
  });

  it('is found by readers of what is published only while it is the head', async () => {
    const published = await world.space(organizationId);
    const next = await writeVariable(world, published.id);
    await world.publish(published.id);
    const read = async (id: string) =>
      (await cast.stranger.get(`/v1/spaces/${published.id}/revisions/${id}`)).status;
    expect(await read(next)).toBe(200);
    expect(await read(published.revisionId)).toBe(404);
  });
});
