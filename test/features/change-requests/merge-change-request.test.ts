import { beforeEach, describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes } from '../../support/cast.ts';
import { writePages } from '../../support/content.ts';
import { createChangeRequest, makeChanges } from '../../support/content-changes.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
let spaceId: string;
let space: string;
let ids: Record<string, string>;
let path: string;

beforeEach(async () => {
  ({ id: spaceId } = await world.space(organization.id));
  space = `/v1/spaces/${spaceId}`;
  ({ ids } = await writePages(world, spaceId, [
    { title: 'Guide', markdown: 'One.\n\nTwo.\n\nThree.\n' },
    { title: 'FAQ', markdown: 'Questions.\n' },
  ]));
  path = await newChangeRequest();
});

const mergeChangeRequest = /* GraphQL */ `
  mutation ($input: MergeChangeRequestInput!) {
    mergeChangeRequest(input: $input) {
      merge {
        result
        revisionId
      }
      changeRequest {
        status
        revisionMergedId
      }
    }
  }
`;

const updateFromPrimary = /* GraphQL */ `
  mutation ($input: UpdateChangeRequestFromPrimaryInput!) {
    updateChangeRequestFromPrimary(input: $input) {
      update {
        result
      }
      changeRequest {
        outdated
      }
    }
  }
`;

async function newChangeRequest(): Promise<string> {
  return (await createChangeRequest(cast.review, space)).path;
}

const change = (branch: string, ...changes: object[]) => makeChanges(cast.review, branch, changes);

const update = (title: string, more: object) => ({
  operation: 'update_page',
  page: ids[title],
  ...more,
});
const text = (title: string, markdown: string) => update(title, { document: { markdown } });

async function pageOf(branch: string, title: string) {
  return (await cast.review.get(`${branch}/content/page/${ids[title]}?format=markdown`)).body;
}

describe('merging a change request', () => {
  it('brings its changes into the primary content, beside those made there meanwhile', async () => {
    await change(path, text('Guide', 'One!\n\nTwo.\n\nThree.\n'), update('FAQ', { at: 0 }));
    await change(space, text('Guide', 'One.\n\nTwo.\n\nThree!\n'));
    const head = (await cast.review.get(space)).body.revision as string;
    const { status, body } = await cast.review.post(`${path}/merge`);
    expect({ status, body }).toEqual({
      status: 200,
      body: { revision: expect.any(String) as string, result: 'merge' },
    });
    const { body: merged } = await cast.review.get(`${space}/content`);
    expect(merged).toMatchObject({ id: body.revision, type: 'merge' });
    expect(merged.parents[0]).toBe(head);
    expect(merged.pages.map(({ id }: { id: string }) => id)).toEqual([ids['FAQ'], ids['Guide']]);
    expect((await pageOf(space, 'Guide')).markdown).toBe('One!\n\nTwo.\n\nThree!\n');
    expect((await cast.review.get(path)).body).toMatchObject({
      status: 'merged',
      revisionMerged: body.revision,
      outdated: false,
    });
  });

  it('answers conflicts, in which the change request stands', async () => {
    await change(path, update('FAQ', { metadata: { title: 'Mine', emoji: '📗' } }));
    await change(space, update('FAQ', { metadata: { title: 'Theirs', description: 'Kept.' } }));
    const { body } = await cast.review.post(`${path}/merge`);
    expect(body.result).toBe('conflicts');
    expect(await pageOf(space, 'FAQ')).toMatchObject({
      title: 'Mine',
      emoji: '📗',
      description: 'Kept.',
    });
    expect((await cast.review.get(path)).body.status).toBe('merged');
  });

  it('is refused for conflicts when that is asked for, and changes nothing', async () => {
    await change(path, update('FAQ', { metadata: { title: 'Mine' } }));
    const head = await change(space, update('FAQ', { metadata: { title: 'Theirs' } }));
    const [, changeRequestId] = path.split('/change-requests/');
    const input = { spaceId, changeRequestId, refuseConflicts: true };
    const { errors } = await cast.review.graphql(mergeChangeRequest, { input });
    expect(errors?.[0]?.extensions.code).toBe('CONFLICT');
    expect(errors?.[0]?.message).toMatch(/ has 1 conflict to resolve first\.$/);
    expect((await cast.review.get(space)).body.revision).toBe(head);
    expect((await cast.review.get(path)).body.status).toBe('draft');
  });

  it('keeps a page that the other side deleted, when it has changes', async () => {
    await change(path, text('FAQ', 'More questions.\n'));
    await change(space, { operation: 'delete_page', page: ids['FAQ'] });
    expect((await cast.review.post(`${path}/merge`)).body.result).toBe('conflicts');
    expect((await pageOf(space, 'FAQ')).markdown).toBe('More questions.\n');
  });

  it('stays a tree where a page was reordered, and its parent moved below it meanwhile', async () => {
    const add = (title: string) => ({
      ...{ operation: 'insert_page', into: ids['Guide'], at: 0 },
      metadata: { title },
    });
    await change(space, add('Setup'), add('Install'));
    const { body } = await cast.review.get(`${space}/content`);
    const guide = body.pages.find(({ title }: { title: string }) => title === 'Guide');
    const [install] = guide.pages.map(({ id }: { id: string }) => id);
    path = await newChangeRequest();
    const move = (page: string, into: string | null, at: number) => ({
      ...{ operation: 'move_page', page, into, at },
    });
    await change(path, move(install, ids['Guide'] ?? '', 1));
    await change(space, move(install, null, 0), move(ids['Guide'] ?? '', install, 0));
    expect((await cast.review.post(`${path}/merge`)).body.result).toBe('conflicts');
    expect(await pageOf(space, 'Guide')).toMatchObject({ path: 'install/guide' });
  });

  it('makes the same change of both sides once', async () => {
    const edit = text('Guide', 'The same.\n');
    await change(path, edit);
    await change(space, edit);
    expect((await cast.review.post(`${path}/merge`)).body.result).toBe('merge');
  });

  it('works for a locked space', async () => {
    await change(path, text('FAQ', 'Answers.\n'));
    await cast.admin.patch(space, { editMode: 'locked' });
    expect((await cast.review.post(`${path}/merge`)).status).toBe(200);
    expect((await pageOf(space, 'FAQ')).markdown).toBe('Answers.\n');
  });

  it('is refused by name for one that is merged or archived', async () => {
    await cast.review.patch(path, { status: 'archived' });
    const archived = await cast.review.post(`${path}/merge`);
    expect(archived).toMatchObject({ status: 409 });
    expect(archived.body.error.message).toContain('archived');
    await cast.review.patch(path, { status: 'open' });
    await cast.review.post(`${path}/merge`);
    const merged = await cast.review.post(`${path}/merge`);
    expect(merged).toMatchObject({ status: 409 });
    expect(merged.body.error.message).toContain('merged');
  });

  it('keeps the changes of all change requests that are merged at once', async () => {
    const branches = await Promise.all(Array.from({ length: 10 }, newChangeRequest));
    await Promise.all(
      branches.map((branch, index) =>
        change(branch, { operation: 'insert_page', metadata: { title: `Page ${index}` } }),
      ),
    );
    const answers = await Promise.all(
      branches.map((branch) => cast.review.post(`${branch}/merge`)),
    );
    expect(answers.map(({ body }) => body.result)).toEqual(branches.map(() => 'merge'));
    const { body } = await cast.review.get(`${space}/content/pages`);
    expect(body.pages).toHaveLength(12);
  });

  it('is for the level "review", on both surfaces', async () => {
    const answers = await restOutcomes(cast, async (client) =>
      client.post(`${await newChangeRequest()}/merge`),
    );
    expect(answers).toEqual(allowedFrom('review'));
    const outcomes = await graphOutcomes(cast, async (client) => {
      const [, changeRequestId] = (await newChangeRequest()).split('/change-requests/');
      return client.errorCode(mergeChangeRequest, { input: { spaceId, changeRequestId } });
    });
    expect(outcomes).toEqual(allowedFrom('review'));
  });
});

describe('updating a change request from the primary content', () => {
  it('takes in what was written there, and is no longer outdated', async () => {
    await change(path, text('FAQ', 'Answers.\n'));
    const head = await change(space, text('Guide', 'New.\n'));
    expect((await cast.review.get(path)).body.outdated).toBe(true);
    const { status, body } = await cast.review.post(`${path}/update`);
    expect({ status, result: body.result }).toEqual({ status: 200, result: 'update' });
    expect((await cast.review.get(path)).body).toMatchObject({
      revision: body.revision,
      revisionMergedAncestor: head,
      outdated: false,
      status: 'draft',
    });
    expect((await pageOf(path, 'Guide')).markdown).toBe('New.\n');
    expect((await pageOf(path, 'FAQ')).markdown).toBe('Answers.\n');
    expect((await cast.review.get(`${path}/content`)).body.type).toBe('update');
  });

  it('changes nothing when it is up to date', async () => {
    const before = (await cast.review.get(path)).body.revision as string;
    expect((await cast.review.post(`${path}/update`)).body).toEqual({
      revision: before,
      result: 'update',
    });
  });

  it('answers conflicts, in which the change request stands, also in its merge', async () => {
    await change(path, text('FAQ', 'Mine.\n'));
    await change(space, text('FAQ', 'Theirs.\n'));
    expect((await cast.review.post(`${path}/update`)).body.result).toBe('conflicts');
    expect((await pageOf(path, 'FAQ')).markdown).toBe('Mine.\n');
    expect((await cast.review.post(`${path}/merge`)).body.result).toBe('conflicts');
    expect((await pageOf(space, 'FAQ')).markdown).toBe('Mine.\n');
  });

  it('is for the level "edit", on both surfaces', async () => {
    expect(await restOutcomes(cast, (client) => client.post(`${path}/update`))).toEqual(
      allowedFrom('edit'),
    );
    const [, changeRequestId] = path.split('/change-requests/');
    const input = { spaceId, changeRequestId };
    expect(
      await graphOutcomes(cast, (client) => client.errorCode(updateFromPrimary, { input })),
    ).toEqual(allowedFrom('edit'));
  });
});
