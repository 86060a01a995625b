import { beforeEach, describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes } from '../../support/cast.ts';
import { writePages } from '../../support/content.ts';
import { createChangeRequest, makeChanges } from '../../support/content-changes.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
let spaceId: string;
let space: string;
let ids: Record<string, string>;
let changeRequestId: string;
let path: string;

beforeEach(async () => {
  ({ id: spaceId } = await world.space(organization.id));
  space = `/v1/spaces/${spaceId}`;
  ({ ids } = await writePages(world, spaceId, [
    { title: 'Guide', markdown: 'One.\n\nTwo.\n\nThree.\n', pages: [{ title: 'Setup' }] },
    { title: 'FAQ', markdown: 'Questions.\n', layout: { width: 'wide' } },
  ]));
  ({ id: changeRequestId, path } = await createChangeRequest(cast.review, space));
});

const resolveConflicts = /* GraphQL */ `
  mutation ($input: ResolveConflictsInput!) {
    resolveConflicts(input: $input) {
      changeRequest {
        outdated
        conflicts(resolved: false) {
          totalCount
        }
      }
    }
  }
`;

interface ShownConflict {
  id: string;
  subject: string;
  path: string[];
  base: unknown;
  ours: unknown;
  theirs: unknown;
}

interface ShownMergeability {
  mergeable: boolean;
  reasons: string[];
  conflicts: ShownConflict[];
}

/** What stands against a merge, as someone sees it. */
async function mergeability(client = cast.review): Promise<ShownMergeability> {
  const query = /* GraphQL */ `
    query ($id: ID!) {
      changeRequest(id: $id) {
        mergeability {
          mergeable
          reasons
          conflicts {
            totalCount
            nodes {
              id
              subject
              path
              base
              ours
              theirs
            }
          }
        }
      }
    }
  `;
  const data = await client.query(query, { id: changeRequestId });
  const { conflicts, ...shown } = data.changeRequest.mergeability;
  expect(conflicts.totalCount).toBe(conflicts.nodes.length);
  return { ...shown, conflicts: conflicts.nodes } as ShownMergeability;
}

const change = (branch: string, ...changes: object[]) => makeChanges(cast.review, branch, changes);

const update = (title: string, more: object) => ({
  operation: 'update_page',
  page: ids[title],
  ...more,
});

async function pageOf(branch: string, title: string) {
  const { status, body } = await cast.review.get(
    `${branch}/content/page/${ids[title]}?format=markdown`,
  );
  return status === 404 ? null : body;
}

async function resolve(side: 'OURS' | 'THEIRS', conflictIds?: readonly string[]) {
  const input = { spaceId, changeRequestId, side, conflictIds };
  const data = await cast.review.query(resolveConflicts, { input });
  return data.resolveConflicts.changeRequest as {
    outdated: boolean;
    conflicts: { totalCount: number };
  };
}

describe('a conflict', () => {
  it('is seen before the merge, with all values and where they are', async () => {
    expect(await mergeability()).toEqual({ mergeable: true, reasons: [], conflicts: [] });
    await change(
      path,
      update('FAQ', {
        metadata: { title: 'Mine', layout: { width: 'default' } },
        document: { markdown: 'Mine.\n' },
      }),
    );
    await change(
      space,
      update('FAQ', { metadata: { title: 'Theirs' }, document: { markdown: 'Theirs.\n' } }),
    );
    const { mergeable, reasons, conflicts } = await mergeability();
    expect({ mergeable, reasons }).toEqual({ mergeable: false, reasons: ['CONFLICTS'] });
    const values = conflicts.map(({ id: _id, ...rest }) => rest);
    const subject = { subject: 'PAGE' };
    expect(values).toEqual([
      {
        ...subject,
        path: [ids['FAQ'], 'body'],
        base: 'Questions.\n',
        ours: 'Mine.\n',
        theirs: 'Theirs.\n',
      },
      { ...subject, path: [ids['FAQ'], 'title'], base: 'FAQ', ours: 'Mine', theirs: 'Theirs' },
    ]);
  });

  it('has the same id before and after the update that finds it, and is a node then', async () => {
    await change(path, update('FAQ', { metadata: { title: 'Mine' } }));
    await change(space, update('FAQ', { metadata: { title: 'Theirs' } }));
    const [seen] = (await mergeability()).conflicts;
    await cast.review.post(`${path}/update`);
    expect((await mergeability()).conflicts.map(({ id }) => id)).toEqual([seen?.id]);
    const query = `query ($id: ID!) { node(id: $id) { ... on ChangeRequestConflict { ours resolution } } }`;
    expect(await cast.review.query(query, { id: seen?.id })).toEqual({
      node: { ours: 'Mine', resolution: null },
    });
    expect(await cast.stranger.query(query, { id: seen?.id })).toEqual({ node: null });
  });
});

describe('a list of conflicts', () => {
  it('is read page by page, also when an update finds them meanwhile', async () => {
    const metadata = (of: string) => ({ title: of, description: of, slug: of.toLowerCase() });
    await change(path, update('FAQ', { metadata: metadata('Mine') }));
    await change(space, update('FAQ', { metadata: metadata('Theirs') }));
    const query = `query ($id: ID!, $after: String) { changeRequest(id: $id) { mergeability {
      conflicts(first: 1, after: $after) { totalCount nodes { id } pageInfo { endCursor } } } } }`;
    const all = (await mergeability()).conflicts;
    expect(all.length).toBeGreaterThan(2);
    const cursors: (string | null)[] = [null];
    for (const { id } of all) {
      const after = cursors.at(-1);
      const data = await cast.review.query(query, { id: changeRequestId, after });
      const { conflicts } = data.changeRequest.mergeability;
      expect(conflicts).toMatchObject({ totalCount: all.length, nodes: [{ id }] });
      cursors.push(conflicts.pageInfo.endCursor);
      await cast.review.post(`${path}/update`);
    }
  });
});

describe('resolving conflicts', () => {
  it('gives the content the values of one side, and takes in the primary content first', async () => {
    await change(path, update('FAQ', { metadata: { title: 'Mine', emoji: '📗' } }));
    await change(space, update('FAQ', { metadata: { title: 'Theirs', emoji: '📕' } }));
    const { conflicts } = await mergeability();
    const title = conflicts.find(({ path: at }) => at.includes('title'));
    const after = await resolve('THEIRS', [title?.id ?? '']);
    expect(after).toEqual({ outdated: false, conflicts: { totalCount: 1 } });
    expect(await pageOf(path, 'FAQ')).toMatchObject({ title: 'Theirs', emoji: '📗' });
    expect(await resolve('OURS')).toMatchObject({ conflicts: { totalCount: 0 } });
    expect(await pageOf(path, 'FAQ')).toMatchObject({ title: 'Theirs', emoji: '📗' });
    expect(await mergeability()).toMatchObject({ mergeable: true, conflicts: [] });
    expect((await cast.review.post(`${path}/merge`)).body.result).toBe('merge');
    expect(await pageOf(space, 'FAQ')).toMatchObject({ title: 'Theirs', emoji: '📗' });
  });

  it('of a text changes the lines of the conflict alone', async () => {
    await change(path, update('Guide', { document: { markdown: 'Mine.\n\nTwo.\n\nThree!\n' } }));
    await change(space, update('Guide', { document: { markdown: 'Theirs.\n\nTwo.\n\nThree.\n' } }));
    await cast.review.post(`${path}/update`);
    await change(path, update('Guide', { document: { markdown: 'Mine.\n\nTwo?\n\nThree!\n' } }));
    await resolve('THEIRS');
    expect((await pageOf(path, 'Guide')).markdown).toBe('Theirs.\n\nTwo?\n\nThree!\n');
  });

  it('deletes a page, or keeps it, where one side deleted what the other changed', async () => {
    await change(path, update('FAQ', { document: { markdown: 'More.\n' } }));
    await change(space, { operation: 'delete_page', page: ids['FAQ'] });
    await cast.review.post(`${path}/update`);
    expect(await pageOf(path, 'FAQ')).toMatchObject({ markdown: 'More.\n' });
    await resolve('THEIRS');
    expect(await pageOf(path, 'FAQ')).toBeNull();
  });

  it('moves a page to where one side has it', async () => {
    await change(path, { operation: 'move_page', page: ids['Setup'], into: ids['FAQ'] });
    await change(space, { operation: 'move_page', page: ids['Setup'], into: null, at: 0 });
    await resolve('THEIRS');
    expect(await pageOf(path, 'Setup')).toMatchObject({ path: 'setup' });
    await cast.review.post(`${path}/merge`);
    expect(await pageOf(space, 'Setup')).toMatchObject({ path: 'setup' });
  });

  it('is refused for a conflict that the change request does not have', async () => {
    const input = { spaceId, changeRequestId, side: 'OURS', conflictIds: ['cnf_none'] };
    expect(await cast.review.errorCode(resolveConflicts, { input })).toBe('BAD_USER_INPUT');
  });

  it('is refused once the change request is merged', async () => {
    await change(path, update('FAQ', { metadata: { title: 'Mine' } }));
    await change(space, update('FAQ', { metadata: { title: 'Theirs' } }));
    await cast.review.post(`${path}/merge`);
    expect(await mergeability()).toMatchObject({ reasons: ['MERGED', 'CONFLICTS'] });
    const input = { spaceId, changeRequestId, side: 'THEIRS' };
    expect(await cast.review.errorCode(resolveConflicts, { input })).toBe('CONFLICT');
  });

  it('is for the level "edit"', async () => {
    const input = { spaceId, changeRequestId, side: 'OURS' };
    expect(
      await graphOutcomes(cast, (client) => client.errorCode(resolveConflicts, { input })),
    ).toEqual(allowedFrom('edit'));
  });
});

describe('mergeability', () => {
  it('tells everything that is against a merge', async () => {
    await cast.review.patch(path, { status: 'archived' });
    expect((await mergeability(cast.edit)).reasons).toEqual(['ARCHIVED', 'NO_PERMISSION']);
  });
});
