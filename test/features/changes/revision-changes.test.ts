import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { writeFiles, writePages } from '../../support/content.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
let organizationId: string;
let editor: Client;

beforeAll(async () => {
  ({ id: organizationId, admin: editor } = await world.organization());
});

const changesQuery = /* GraphQL */ `
  query ($id: ID!) {
    node(id: $id) {
      ... on Revision {
        type
        parentIds
        changes {
          totalCount
          from {
            id
          }
          mergedFrom {
            id
          }
          nodes {
            type
            attributes {
              name
              before
              after
            }
            ... on PageChange {
              page {
                title
              }
              commentTarget {
                changeRequestId
              }
            }
          }
        }
      }
    }
  }
`;

async function revisionAs(client: Client, id: string) {
  return (await client.query(changesQuery, { id })).node;
}

/** A space with a page. */
async function newSpace() {
  const { id, revisionId } = await world.space(organizationId);
  const written = await writePages(world, id, [{ title: 'FAQ', markdown: 'Questions.\n' }]);
  return { id, path: `/v1/spaces/${id}`, first: revisionId, ...written };
}

const rename = (page: string | undefined, title: string) => ({
  changes: [{ operation: 'update_page', page, metadata: { title } }],
});

const titleChange = (before: string, after: string) => ({
  type: 'PAGE_EDITED',
  attributes: [{ name: 'title', before, after }],
  page: { title: after },
});

describe('the changes of a revision', () => {
  it('are those of the edit that made it, and all that is there for the first', async () => {
    const space = await newSpace();
    const edited = await editor.post(`${space.path}/content`, rename(space.ids.FAQ, 'Help'));
    expect((await revisionAs(editor, edited.body.revision)).changes).toEqual({
      totalCount: 1,
      from: { id: space.revisionId },
      mergedFrom: null,
      nodes: [{ ...titleChange('FAQ', 'Help'), commentTarget: { changeRequestId: null } }],
    });
    expect((await revisionAs(editor, space.revisionId)).changes).toMatchObject({
      from: { id: space.first },
      nodes: [{ type: 'PAGE_CREATED', page: { title: 'FAQ' } }],
    });
    await writeFiles(world, space.id, [{ name: 'a.txt', text: 'A' }]);
    expect((await revisionAs(editor, space.first)).changes).toMatchObject({
      totalCount: 0,
      from: null,
    });
  });

  it('of a merge are what it brought, of an update what came from the primary content', async () => {
    const space = await newSpace();
    const { ids } = await writePages(world, space.id, [
      { title: 'Guide', markdown: 'Text.\n', position: 'a1' },
    ]);
    const created = await editor.post(`${space.path}/change-requests`, {});
    const path = `${space.path}/change-requests/${created.body.id}`;
    await editor.post(`${path}/content`, rename(space.ids.FAQ, 'Help'));
    await editor.post(`${space.path}/content`, rename(ids.Guide, 'Manual'));
    const primary = (await editor.get(space.path)).body.revision;
    const updated = await editor.post(`${path}/update`);
    const update = await revisionAs(editor, updated.body.revision);
    expect([update.type, update.parentIds[1]]).toEqual(['UPDATE', primary]);
    expect(update.changes).toMatchObject({
      mergedFrom: null,
      nodes: [titleChange('Guide', 'Manual')],
    });
    const merged = await editor.post(`${path}/merge`);
    const merge = await revisionAs(editor, merged.body.revision);
    expect(merge.type).toBe('MERGE');
    expect(merge.changes).toEqual({
      totalCount: 1,
      from: { id: primary },
      mergedFrom: { id: created.body.id },
      nodes: [
        {
          ...titleChange('FAQ', 'Help'),
          commentTarget: { changeRequestId: created.body.id },
        },
      ],
    });
  });

  it('do not tell readers of what is published of the content before', async () => {
    const space = await newSpace();
    await world.publish(space.id);
    const stranger = await world.user();
    expect(await revisionAs(stranger, space.revisionId)).toMatchObject({ changes: null });
    expect(await revisionAs(stranger, space.first)).toBeNull();
  });
});

describe('the changes of a revision on /v1', () => {
  it('are a few with the number of those that follow, and say what they were merged from', async () => {
    const space = await newSpace();
    const created = await editor.post(`${space.path}/change-requests`, {});
    const path = `${space.path}/change-requests/${created.body.id}`;
    await editor.post(`${path}/content`, {
      changes: [
        rename(space.ids.FAQ, 'Help').changes[0],
        { operation: 'insert_page', metadata: { title: 'New' } },
      ],
    });
    const { revision } = (await editor.post(`${path}/merge`)).body;
    const { status, body } = await editor.get(
      `${space.path}/revisions/${revision}/changes?limit=1`,
    );
    expect([status, body]).toEqual([
      200,
      {
        next: { page: expect.any(String) },
        mergedFrom: expect.objectContaining({ object: 'change-request', id: created.body.id }),
        changes: [
          {
            type: 'page_edited',
            page: { id: space.ids.FAQ, type: 'document', title: 'Help', path: 'faq' },
            attributes: { title: { before: 'FAQ', after: 'Help' } },
          },
        ],
        more: 1,
      },
    ]);
    const missing = await editor.get(`${space.path}/revisions/none/changes`);
    expect(missing.status).toBe(404);
  });
});

describe('the changes between two states of a space', () => {
  const betweenQuery = /* GraphQL */ `
    query ($id: ID!, $from: ContentAt!, $to: ContentAt!) {
      space(id: $id) {
        changes(from: $from, to: $to) {
          totalCount
          nodes {
            type
            ... on PageChange {
              page {
                title
              }
              commentTarget {
                changeRequestId
              }
            }
          }
        }
      }
    }
  `;

  it('are of revisions, change requests and times, in either direction', async () => {
    const space = await newSpace();
    const created = await editor.post(`${space.path}/change-requests`, {});
    const path = `${space.path}/change-requests/${created.body.id}`;
    await editor.post(`${path}/content`, {
      changes: [{ operation: 'insert_page', metadata: { title: 'New' } }],
    });
    await editor.post(`${space.path}/content`, rename(space.ids.FAQ, 'Help'));
    const between = async (from: object, to: object) => {
      const data = await editor.query(betweenQuery, { id: space.id, from, to });
      return data.space.changes.nodes;
    };
    const [now, draft] = [{ time: '2100-01-01T00:00:00Z' }, { changeRequest: created.body.id }];
    expect(await between({ revision: space.revisionId }, now)).toEqual([
      { type: 'PAGE_EDITED', page: { title: 'Help' }, commentTarget: { changeRequestId: null } },
    ]);
    const commentTarget = { changeRequestId: created.body.id };
    expect(await between(now, draft)).toEqual([
      { type: 'PAGE_EDITED', page: { title: 'FAQ' }, commentTarget },
      { type: 'PAGE_CREATED', page: { title: 'New' }, commentTarget },
    ]);
    expect(await between(draft, now)).toMatchObject([
      { type: 'PAGE_EDITED', page: { title: 'Help' } },
      { type: 'PAGE_DELETED', page: { title: 'New' } },
    ]);
    expect(await between(draft, draft)).toEqual([]);
  });

  it('do not exist where a state does not exist for the viewer', async () => {
    const [space, other] = [await newSpace(), await newSpace()];
    const now = { time: '2100-01-01T00:00:00Z' };
    const ask = (client: Client, from: object) =>
      client.errorCode(betweenQuery, { id: space.id, from, to: now });
    expect(await ask(editor, { revision: other.revisionId })).toBe('NOT_FOUND');
    expect(await ask(editor, { time: '1999-01-01T00:00:00Z' })).toBe('NOT_FOUND');
    await world.publish(space.id);
    const stranger = await world.user();
    expect(await ask(stranger, { revision: space.first })).toBe('NOT_FOUND');
    expect(await ask(stranger, { revision: space.revisionId })).toBeUndefined();
  });
});
