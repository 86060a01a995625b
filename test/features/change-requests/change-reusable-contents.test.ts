import { beforeEach, describe, expect, it } from 'vitest';
import { writePages } from '../../support/content.ts';
import { createChangeRequest, makeChanges } from '../../support/content-changes.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
let spaceId: string;
let space: string;

beforeEach(async () => {
  ({ id: spaceId } = await world.space(organization.id));
  space = `/v1/spaces/${spaceId}`;
});

const changeContent = /* GraphQL */ `
  mutation ($input: ChangeContentInput!) {
    changeContent(input: $input) {
      revision {
        id
        reusableContents {
          totalCount
          nodes {
            reusableContentId
            title
            markdown
          }
        }
      }
      refs
    }
  }
`;

const change = (path: string, ...changes: object[]) => makeChanges(cast.edit, path, changes);

/** Puts a reusable content in; answers its id. */
async function insert(path: string, title: string, markdown: string): Promise<string> {
  const before = new Set(Object.keys(await titles(path)));
  await change(path, { operation: 'insert_reusable_content', title, document: { markdown } });
  return Object.keys(await titles(path)).find((one) => !before.has(one)) ?? '';
}

const update = (id: string, more: object) => ({
  operation: 'update_reusable_content',
  reusableContent: id,
  ...more,
});

const remove = (id: string) => ({ operation: 'delete_reusable_content', reusableContent: id });

/** The titles of the reusable contents of a branch, by id. */
async function titles(path: string): Promise<Record<string, string>> {
  const { body } = await cast.edit.get(`${path}/content`);
  const shown = body.reusableContents as { id: string; title: string }[];
  return Object.fromEntries(shown.map(({ id, title }) => [id, title]));
}

async function contentOf(path: string, id: string) {
  const { status, body } = await cast.edit.get(`${path}/content/reusable-contents/${id}`);
  return status === 404 ? null : body;
}

async function newChangeRequest(): Promise<string> {
  return (await createChangeRequest(cast.edit, space)).path;
}

describe('reusable contents', () => {
  it('are put in, changed and taken out in the graph, in one list with the pages', async () => {
    const write = async (...changes: object[]) => {
      const input = { spaceId, changes };
      return (await cast.edit.query(changeContent, { input })).changeContent;
    };
    const first = await write(
      {
        insertReusableContent: {
          ref: 'warning',
          title: 'Warning',
          document: { markdown: 'Mind.\n' },
        },
      },
      { insertReusableContent: { ref: 'empty', title: 'Empty' } },
      { updateReusableContent: { reusableContent: 'empty', title: 'Still empty' } },
      {
        insertPage: {
          metadata: { title: 'Guide' },
          document: { markdown: '{% include "warning" %}\n' },
        },
      },
    );
    const { warning, empty } = first.refs as Record<string, string>;
    expect(warning).toMatch(/^rc_/);
    expect(first.revision.reusableContents).toEqual({
      totalCount: 2,
      nodes: [
        { reusableContentId: warning, title: 'Warning', markdown: 'Mind.\n' },
        { reusableContentId: empty, title: 'Still empty', markdown: '' },
      ],
    });
    const second = await write(
      {
        updateReusableContent: {
          reusableContent: warning,
          document: { markdown: 'Mind the gap.\n' },
        },
      },
      { deleteReusableContent: { reusableContent: empty } },
      { deleteReusableContent: { reusableContent: 'rc_missing' } },
    );
    expect(second.revision.reusableContents.nodes).toEqual([
      { reusableContentId: warning, title: 'Warning', markdown: 'Mind the gap.\n' },
    ]);
  });

  it('keep what a change leaves out, and make no revision when nothing changes', async () => {
    const id = await insert(space, 'Warning', 'Mind.\n');
    await change(space, update(id, { title: 'Danger' }));
    const head = await change(space, update(id, { document: { markdown: 'Run.\n' } }));
    const shown = await contentOf(space, id);
    expect(shown).toMatchObject({ title: 'Danger', markdown: 'Run.\n' });
    const document = { markdown: shown.markdown };
    expect(await change(space, update(id, { title: 'Danger', document }))).toBe(head);
    expect(await change(space, update(id, {}), remove('rc_missing'))).toBe(head);
  });

  it('of a change request are its own until the merge', async () => {
    const path = await newChangeRequest();
    const id = await insert(path, 'Warning', 'Mind.\n');
    expect(await contentOf(space, id)).toBeNull();
    expect(await contentOf(path, id)).toMatchObject({ title: 'Warning' });
    await cast.review.post(`${path}/merge`);
    expect(await contentOf(space, id)).toMatchObject({ title: 'Warning', markdown: 'Mind.\n' });
  });

  it('are brought back, changed back or deleted by a revert', async () => {
    const kept = await insert(space, 'Kept', 'One.\n');
    const gone = await insert(space, 'Gone', 'Two.\n');
    const path = await newChangeRequest();
    const added = await insert(path, 'Added', 'Three.\n');
    await change(path, update(kept, { title: 'Other', document: {} }), remove(gone));
    await change(
      path,
      ...[kept, gone, added].map((reusableContent) => ({
        operation: 'revert_reusable_content',
        reusableContent,
      })),
    );
    expect(await titles(path)).toEqual({ [kept]: 'Kept', [gone]: 'Gone' });
    expect(await contentOf(path, kept)).toEqual(await contentOf(space, kept));
  });
});

describe('changes of reusable contents that cannot be made', () => {
  const insertion = { operation: 'insert_reusable_content', title: 'Warning' };
  it.each([
    ['without a title', { operation: 'insert_reusable_content' }, 'title'],
    ['with an empty title', { ...insertion, title: '' }, 'title'],
    ['with a long title', { ...insertion, title: 'x'.repeat(251) }, '250'],
    ['with a tree', { ...insertion, document: { document: {} } }, 'document.document'],
    ['with a place', { ...insertion, into: null }, 'into'],
    ['of none', update('rc_none', { title: 'A' }), 'reusable content'],
    ['of a page', update('page_none', { title: 'A' }), 'reusable content'],
    ['with null for a title', update('rc_none', { title: null }), 'title'],
    [
      'back to where it is not',
      { operation: 'revert_reusable_content', reusableContent: 'rc_none' },
      'revision',
    ],
  ])('are refused whole: %s', async (_what, bad, named) => {
    const { status, body } = await cast.edit.post(`${space}/content`, {
      changes: [insertion, bad],
    });
    expect({ status, message: body.error.message }).toMatchObject({
      status: 400,
      message: expect.stringContaining(named) as string,
    });
    expect(await titles(space)).toEqual({});
  });
});

describe('a merge', () => {
  let id: string;
  let path: string;

  beforeEach(async () => {
    await writePages(world, spaceId, [{ title: 'Guide' }]);
    id = await insert(space, 'Warning', 'One.\n\nTwo.\n\nThree.\n');
    path = await newChangeRequest();
  });

  const conflictsOf = async () => {
    const { changeRequest } = await cast.review.query(
      `query ($id: ID!) { changeRequest(id: $id) { mergeability { conflicts { nodes {
        id subject path base ours theirs stands } } } } }`,
      { id: path.split('/').at(-1) },
    );
    return changeRequest.mergeability.conflicts.nodes as { id: string }[];
  };

  const resolve = (side: 'OURS' | 'THEIRS') =>
    cast.review.query(
      `mutation ($input: ResolveConflictsInput!) { resolveConflicts(input: $input) {
        changeRequest { outdated } } }`,
      { input: { spaceId, changeRequestId: path.split('/').at(-1), side } },
    );

  it('takes the title of one side and the paragraphs of both', async () => {
    await change(path, update(id, { document: { markdown: 'One!\n\nTwo.\n\nThree.\n' } }));
    await change(
      space,
      update(id, { title: 'Danger', document: { markdown: 'One.\n\nTwo.\n\nThree!\n' } }),
    );
    expect(await conflictsOf()).toEqual([]);
    await cast.review.post(`${path}/merge`);
    expect(await contentOf(space, id)).toMatchObject({
      title: 'Danger',
      markdown: 'One!\n\nTwo.\n\nThree!\n',
    });
  });

  it('shows conflicts of the title and the text, which can be resolved', async () => {
    await change(path, update(id, { title: 'Mine', document: { markdown: 'Mine.\n' } }));
    await change(space, update(id, { title: 'Theirs', document: { markdown: 'Theirs.\n' } }));
    const both = { subject: 'REUSABLE_CONTENT', stands: 'OURS' };
    expect(await conflictsOf()).toMatchObject([
      { ...both, path: [id, 'body'], ours: 'Mine.\n', theirs: 'Theirs.\n' },
      { ...both, path: [id, 'title'], base: 'Warning', ours: 'Mine', theirs: 'Theirs' },
    ]);
    await resolve('THEIRS');
    expect(await conflictsOf()).toEqual([]);
    expect(await contentOf(path, id)).toMatchObject({ title: 'Theirs', markdown: 'Theirs.\n' });
  });

  it('keeps what one side changed and the other deleted, until that is resolved', async () => {
    await change(path, remove(id));
    await change(space, update(id, { title: 'Danger' }));
    expect(await conflictsOf()).toMatchObject([
      { path: [id, 'existence'], ours: null, theirs: { title: 'Danger' }, stands: 'THEIRS' },
    ]);
    await cast.edit.post(`${path}/update`);
    expect(await titles(path)).toEqual({ [id]: 'Danger' });
    await resolve('OURS');
    expect(await titles(path)).toEqual({});
  });

  it('of a write that saw an earlier revision is refused where both changed one value', async () => {
    const { body } = await cast.edit.get(space);
    await change(space, update(id, { title: 'Danger' }));
    const write = (more: object) =>
      cast.edit.post(`${space}/content`, {
        changes: [update(id, more)],
        baseRevision: body.revision,
      });
    const refused = await write({ title: 'Mine' });
    expect(refused.status).toBe(409);
    expect(refused.body.error.message).toContain('"title" of the reusable content');
    expect((await write({ document: { markdown: 'New.\n' } })).status).toBe(200);
    expect(await contentOf(space, id)).toMatchObject({ title: 'Danger', markdown: 'New.\n' });
  });
});
