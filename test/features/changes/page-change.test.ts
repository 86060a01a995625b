import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { createChangeRequest, makeChanges } from '../../support/content-changes.ts';
import type { Client } from '../../support/client.ts';
import { writePages } from '../../support/content.ts';
import { useWorld } from '../../support/use-world.ts';
import { createEditedSpace, rename } from './support.ts';

const world = useWorld();
let organizationId: string;
let editor: Client;
let spaceId: string;
let space: string;
let ids: Record<string, string>;
let path: string;
let changeRequestId: string;

beforeAll(async () => {
  ({ id: organizationId, admin: editor } = await world.organization());
});

beforeEach(async () => {
  ({ spaceId, space, ids, path, changeRequestId } = await createEditedSpace(
    world,
    organizationId,
    editor,
  ));
});

const newChangeRequest = () => createChangeRequest(editor, space);
const edit = (branch: string, ...edits: object[]) => makeChanges(editor, branch, edits);

describe('a change of a page', () => {
  it('shows the page before and after, and what differs in its text', async () => {
    await edit(path, {
      operation: 'update_page',
      page: ids.Guide,
      document: { markdown: 'One.\n\n2.\n\nThree.\n' },
      metadata: { slug: 'manual' },
    });
    const data = await editor.query(
      `query ($id: ID!) { changeRequest(id: $id) { changes { from { id } to { id } nodes {
        attributes { name before after }
        ... on PageEdited {
          before { path ... on DocumentPage { markdown } } after { path pages { path } }
          textDiff(contextLines: 1) { unified tooDifferent addedLineCount removedLineCount } } } } } }`,
      { id: changeRequestId },
    );
    const { from, to, nodes } = data.changeRequest.changes;
    const own = (await editor.get(path)).body;
    expect([from.id, to.id]).toEqual([own.revisionInitial, own.revision]);
    expect(nodes).toEqual([
      {
        attributes: [
          { name: 'slug', before: 'guide', after: 'manual' },
          { name: 'document', before: expect.any(String), after: expect.any(String) },
          { name: 'path', before: 'guide', after: 'manual' },
        ],
        before: { path: 'guide', markdown: 'One.\n\nTwo.\n\nThree.\n' },
        after: { path: 'manual', pages: [{ path: 'manual/inside' }] },
        textDiff: {
          unified: '--- guide\n+++ manual\n@@ -2,3 +2,3 @@\n \n-Two.\n+2.\n \n',
          tooDifferent: false,
          addedLineCount: 1,
          removedLineCount: 1,
        },
      },
    ]);
  });

  it('says so when the text is too different to compare, and nothing of texts that are equal', async () => {
    const textDiff = `query ($id: ID!) { changeRequest(id: $id) { changes { nodes {
      ... on PageChange { textDiff { unified tooDifferent addedLineCount } } } } } }`;
    await edit(path, rename(ids.FAQ, 'Help'));
    const lines = (word: string) => Array.from({ length: 1500 }, (_, line) => `${word} ${line}\n`);
    const { ids: long } = await writePages(world, spaceId, [
      { title: 'Long', markdown: lines('Old').join('') },
    ]);
    const other = await newChangeRequest();
    await edit(other.path, {
      operation: 'update_page',
      page: long.Long,
      document: { markdown: lines('New').join('') },
    });
    const ask = async (id: string) => {
      const { changeRequest } = await editor.query(textDiff, { id });
      return changeRequest.changes.nodes;
    };
    expect(await ask(changeRequestId)).toEqual([{ textDiff: null }]);
    expect(await ask(other.id)).toEqual([
      { textDiff: { unified: null, tooDifferent: true, addedLineCount: null } },
    ]);
  });

  it('leads to the comments on its page in the change request, and to where to comment', async () => {
    await edit(path, rename(ids.FAQ, 'Help'), { operation: 'delete_page', page: ids.Old });
    await editor.post(`${space}/comments`, { page: ids.FAQ, body: { markdown: 'Elsewhere.' } });
    await editor.post(`${path}/comments`, { page: ids.Guide, body: { markdown: 'Other page.' } });
    const query = `query ($id: ID!) { changeRequest(id: $id) { changes { nodes {
      ... on PageChange { commentTarget { spaceId changeRequestId page }
        comments(status: OPEN) { totalCount nodes { body { markdown } } } } } } } }`;
    const ask = async () => {
      const { changeRequest } = await editor.query(query, { id: changeRequestId });
      return changeRequest.changes.nodes;
    };
    const [edited, deleted] = await ask();
    expect(edited.comments.totalCount).toBe(0);
    expect(deleted.commentTarget).toEqual({ spaceId, changeRequestId, page: ids.Old });
    await editor.query(
      'mutation ($input: CreateCommentInput!) { createComment(input: $input) { comment { id } } }',
      { input: { ...deleted.commentTarget, body: { markdown: 'Keep it.' } } },
    );
    expect((await ask())[1].comments).toMatchObject({
      nodes: [{ body: { markdown: 'Keep it.' } }],
    });
    await editor.query(
      'mutation ($input: CreateCommentInput!) { createComment(input: $input) { comment { id } } }',
      { input: { ...edited.commentTarget, body: { markdown: 'Why?' } } },
    );
    const [commented] = await ask();
    expect(commented.comments).toEqual({
      totalCount: 1,
      nodes: [{ body: { markdown: 'Why?' } }],
    });
  });

  it('is not found in another change request', async () => {
    await edit(path, rename(ids.FAQ, 'Help'));
    const unknown = await editor.query(
      `query ($id: ID!, $pageId: ID) {
        changeRequest(id: $id) { changes(pageId: $pageId) { totalCount } } }`,
      { id: changeRequestId, pageId: newId('Page') },
    );
    expect(unknown.changeRequest.changes.totalCount).toBe(0);
    const other = await newChangeRequest();
    expect((await editor.get(`${other.path}/changes`)).body).toEqual({ changes: [] });
  });
});
