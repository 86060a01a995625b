import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { writeFiles, writePages, writeReusableContents } from '../../support/content.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
let editor: Client;
let spaceId: string;
let page: State;
let file: State;
let reusableContent: State;

/** The two ids of content. */
interface State {
  id: string;
  lastingId: string;
}

beforeAll(async () => {
  const { id: organizationId, admin } = await world.organization();
  editor = admin;
  ({ id: spaceId } = await world.space(organizationId));
  await writePages(world, spaceId, [{ title: 'Welcome', markdown: 'Hello.\n' }]);
  await writeFiles(world, spaceId, [{ name: 'a.txt', text: 'A' }]);
  await writeReusableContents(world, spaceId, [{ title: 'Note', markdown: 'Mind.\n' }]);
  const { space } = await editor.query(
    `query ($id: ID!) { space(id: $id) { content {
      pages { id lastingId: pageId }
      files { nodes { id lastingId: fileId } }
      reusableContents { nodes { id lastingId: reusableContentId } } } } }`,
    { id: spaceId },
  );
  const { pages, files, reusableContents } = space.content;
  [page, file, reusableContent] = [pages[0], files.nodes[0], reusableContents.nodes[0]];
});

const refusal = (field: string, shownAs: string) =>
  `"${field}" must be a lasting id, not the id of one state of the content: pass the part before ` +
  `"@", which the graph shows as "${shownAs}".`;

async function errorOf(query: string, variables: object): Promise<unknown> {
  const { errors } = await editor.graphql(query, { ...variables });
  const [error] = errors ?? [];
  return error && { code: error.extensions.code, message: error.message };
}

const readOf = (selection: string, id: string) =>
  errorOf(`query ($space: ID!, $id: ID!) { space(id: $space) { ${selection} } }`, {
    space: spaceId,
    id,
  });

const write = (mutation: string, input: object) =>
  errorOf(
    `mutation ($input: ${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input!) {
      ${mutation}(input: $input) { __typename } }`,
    { input: { spaceId, ...input } },
  );

const refused = (field: string, shownAs: string) => ({
  code: 'BAD_USER_INPUT',
  message: refusal(field, shownAs),
});

describe('the id of a state where a lasting id is expected', () => {
  it('is refused by every argument of the graph, which takes the lasting id', async () => {
    const cases: [State, string, string, string][] = [
      [page, 'content { page(id: $id) { id } }', 'id', 'pageId'],
      [page, 'content { pageDocument(pageId: $id) { __typename } }', 'pageId', 'pageId'],
      [page, 'content { changes(pageId: $id) { totalCount } }', 'pageId', 'pageId'],
      [page, 'comments(targetPage: $id) { totalCount }', 'targetPage', 'pageId'],
      [page, 'pdf(page: $id) { url }', 'page', 'pageId'],
      [file, 'content { file(id: $id) { id } }', 'id', 'fileId'],
      [file, 'content { changes(fileId: $id) { totalCount } }', 'fileId', 'fileId'],
      [reusableContent, 'content { reusableContent(id: $id) { id } }', 'id', 'reusableContentId'],
      [
        reusableContent,
        'content { reusableContentDocument(reusableContentId: $id) { __typename } }',
        ...(['reusableContentId', 'reusableContentId'] as const),
      ],
      [
        reusableContent,
        'content { changes(reusableContentId: $id) { totalCount } }',
        ...(['reusableContentId', 'reusableContentId'] as const),
      ],
    ];
    for (const [{ id, lastingId }, selection, field, shownAs] of cases) {
      expect([selection, await readOf(selection, id)]).toEqual([
        selection,
        refused(field, shownAs),
      ]);
      expect([selection, await readOf(selection, lastingId)]).toEqual([selection, undefined]);
    }
    expect(await readOf('content { page(id: $id) { id } }', `${page.id}.source`)).toEqual(
      refused('id', 'pageId'),
    );
  });

  it('is refused by inputs of the graph', async () => {
    const body = { markdown: 'Hm.' };
    const ref = { kind: 'PAGE', page: page.id };
    const text = (data: object) => ({
      document: {
        object: 'document',
        data: {},
        nodes: [{ object: 'block', type: 'paragraph', data: {}, nodes: [data] }],
      },
    });
    const link = {
      object: 'inline',
      type: 'link',
      data: { ref: { kind: 'page', page: page.id } },
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'x', marks: [] }] }],
    };
    const changes: [object, string, string][] = [
      [{ deletePage: { page: page.id } }, 'deletePage.page', 'pageId'],
      [{ movePage: { page: page.lastingId, into: page.id } }, 'movePage.into', 'pageId'],
      [{ deleteFile: { file: file.id } }, 'deleteFile.file', 'fileId'],
      [
        { deleteReusableContent: { reusableContent: reusableContent.id } },
        'deleteReusableContent.reusableContent',
        'reusableContentId',
      ],
      [
        { insertPage: { type: 'LINK', metadata: { title: 'L' }, target: ref } },
        'insertPage.target.page',
        'pageId',
      ],
      [
        { insertPage: { metadata: { title: 'L' }, document: text(link) } },
        'insertPage.document.document.nodes.0.nodes.0.data.ref.page',
        'pageId',
      ],
    ];
    for (const [change, field, shownAs] of changes) {
      const error = await write('changeContent', { changes: [change] });
      expect([field, error]).toEqual([field, refused(`changes.0.${field}`, shownAs)]);
    }
    expect(await write('createComment', { page: page.id, body })).toEqual(
      refused('page', 'pageId'),
    );
    const website = { url: 'https://example.com/', source: 'WEBSITE' };
    expect(await write('importContent', { pageId: page.id, ...website })).toEqual(
      refused('pageId', 'pageId'),
    );
    const template = { id: 'empty', params: { contentRefs: [{ name: 'a', ...ref }] } };
    expect(await write('applyTemplateToSpace', template)).toEqual(
      refused('params.contentRefs.0.page', 'pageId'),
    );
  });

  it('is refused by paths, query parameters and bodies of /v1', async () => {
    const space = `/v1/spaces/${spaceId}`;
    const reads: [string, string, string][] = [
      [`/content/page/${page.id}`, 'pageId', 'pageId'],
      [`/content/page/${page.id}/document`, 'pageId', 'pageId'],
      [`/content/files/${file.id}`, 'fileId', 'fileId'],
      [
        `/content/reusable-contents/${reusableContent.id}`,
        ...(['reusableContentId', 'reusableContentId'] as const),
      ],
      [`/comments?targetPage=${page.id}`, 'targetPage', 'pageId'],
      [`/pdf?page=${page.id}`, 'page', 'pageId'],
    ];
    for (const [path, field, shownAs] of reads) {
      const { status, body } = await editor.get(`${space}${path}`);
      expect([path, status, body.error.message]).toEqual([path, 400, refusal(field, shownAs)]);
    }
    const comment = { page: page.id, body: { markdown: 'Hm.' } };
    const posted = await editor.post(`${space}/comments`, comment);
    expect([posted.status, posted.body.error.message]).toEqual([400, refusal('page', 'pageId')]);
    const changes = [{ operation: 'delete_page', page: page.id }];
    const changed = await editor.post(`${space}/content`, { changes });
    expect([changed.status, changed.body.error.message]).toEqual([
      400,
      refusal('changes.0.page', 'pageId'),
    ]);
  });

  it('leaves ids that name nothing, and texts that are none, as they were', async () => {
    const revisionId = page.id.split('@')[1];
    const others = ['page_01', file.lastingId, 'x@y', `sp_1@${revisionId}`, `${page.lastingId}@x`];
    for (const id of others) {
      const query = `query ($space: ID!, $id: ID!) { space(id: $space) {
        content { page(id: $id) { id } } comments(targetPage: $id) { totalCount } } }`;
      expect([id, await editor.query(query, { space: spaceId, id })]).toEqual([
        id,
        { space: { content: { page: null }, comments: { totalCount: 0 } } },
      ]);
      const path = `/v1/spaces/${spaceId}/content/page/${encodeURIComponent(id)}`;
      expect([id, (await editor.get(path)).status]).toEqual([id, 404]);
    }
    const none = 'comments(targetPage: null) { totalCount } pdf(page: null) { url }';
    const { errors } = await editor.graphql(`{ space(id: "${spaceId}") { ${none} } }`);
    expect(errors).toBeUndefined();
  });
});
