import { beforeAll, describe, expect, it } from 'vitest';
import { allowedFrom, restOutcomes, type Cast } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { writeReusableContents } from '../../support/content.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
let cast: Cast;
let reader: Client;
let spaceId: string;
let changeRequestId: string;
let ids: Record<string, string>;
let contentPath: string;

const git = { oid: 'a'.repeat(40), path: '.gitbook/includes/warning.md' };

beforeAll(async () => {
  const { id: organizationId } = await world.organization();
  cast = await world.cast(organizationId);
  reader = cast.read;
  ({ id: spaceId } = await world.space(organizationId));
  contentPath = `/v1/spaces/${spaceId}/content`;
  ids = await writeReusableContents(world, spaceId, [
    { title: 'Warning', frontMatter: '---\ntitle: Warning\n---\n', markdown: 'Mind.\n', git },
    { title: 'Note', markdown: 'By *hand*.\n' },
    { title: 'Footer', markdown: '' },
  ]);
  ({ id: changeRequestId } = await world.changeRequest(spaceId));
});

const pathOf = (title: string) => `${contentPath}/reusable-contents/${ids[title]}`;

describe('a reusable content', () => {
  it('shows every field, with its text as markdown or as a tree', async () => {
    const { body } = await reader.get(pathOf('Warning'));
    expect(body).toEqual({
      id: ids['Warning'],
      title: 'Warning',
      git,
      createdAt: expect.stringMatching(/Z$/) as string,
      updatedAt: expect.stringMatching(/Z$/) as string,
      markdown: 'Mind.\n',
    });
    const { body: tree } = await reader.get(`${pathOf('Note')}?format=document`);
    expect(tree).not.toHaveProperty('markdown');
    expect(tree.document).toMatchObject({ object: 'document', nodes: [{ type: 'paragraph' }] });
  });

  it('hides where it came from on demand', async () => {
    expect((await reader.get(`${pathOf('Warning')}?metadata=false`)).body).not.toHaveProperty(
      'git',
    );
  });

  it('is the same in the change request that has it too', async () => {
    const inBranch = `/v1/spaces/${spaceId}/change-requests/${changeRequestId}/content`;
    const { body } = await reader.get(`${inBranch}/reusable-contents/${ids['Note']}`);
    expect(body).toEqual((await reader.get(pathOf('Note'))).body);
  });

  it('is not there under another id', async () => {
    expect((await reader.get(`${contentPath}/reusable-contents/rc_none`)).status).toBe(404);
  });

  it('is for those who may read the space', async () => {
    expect(await restOutcomes(cast, (client) => client.get(pathOf('Note')))).toEqual(
      allowedFrom('read'),
    );
  });
});

describe('the reusable contents of a revision', () => {
  it('are shown with it, without their text', async () => {
    const { body } = await reader.get(contentPath);
    expect(body.reusableContents).toMatchObject([
      { id: ids['Warning'], title: 'Warning', git },
      { id: ids['Note'], title: 'Note' },
      { id: ids['Footer'], title: 'Footer' },
    ]);
    for (const one of body.reusableContents) expect(one).not.toHaveProperty('markdown');
    const { body: bare } = await reader.get(`${contentPath}?metadata=false`);
    for (const one of bare.reusableContents) expect(one).not.toHaveProperty('git');
  });

  it('are paged in the graph, with their texts in one statement', async () => {
    let content: unknown;
    const statements = await world.statements(async () => {
      const { space } = await reader.query(
        `query ($id: ID!) { space(id: $id) { content {
          first: reusableContents(first: 2) {
            totalCount pageInfo { hasNextPage } nodes { title markdown }
          }
          last: reusableContents(last: 1) { nodes { title markdown } }
        } } }`,
        { id: spaceId },
      );
      content = space.content;
    });
    expect(statements.filter((text) => text.includes('blobs'))).toHaveLength(1);
    expect(content).toMatchObject({
      first: {
        totalCount: 3,
        pageInfo: { hasNextPage: true },
        nodes: [
          { title: 'Warning', markdown: 'Mind.\n' },
          { title: 'Note', markdown: 'By *hand*.\n' },
        ],
      },
      last: { nodes: [{ title: 'Footer', markdown: '' }] },
    });
  });
});
