import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allowedFrom, restOutcomes, type Cast } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
let organizationId: string;
let cast: Cast;
let editor: Client;
let reviewer: Client;
let spaceId: string;
let space: string;

beforeAll(async () => {
  ({ id: organizationId } = await world.organization());
  cast = await world.cast(organizationId);
  editor = cast.edit;
  reviewer = cast.review;
});

beforeEach(async () => {
  ({ id: spaceId } = await world.space(organizationId));
  space = `/v1/spaces/${spaceId}`;
});

/** Sets a variable on `/v1`; answers the new head. */
async function write(path: string, name: string, value = name): Promise<string> {
  const changes = [{ operation: 'set_variables', variables: { [name]: value } }];
  return (await editor.post(`${path}/content`, { changes })).body.revision;
}

async function rollBack(path: string, revision: string): Promise<string> {
  const { status, body } = await editor.post(`${path}/content/rollback`, { revision });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.revision;
}

async function names(path: string): Promise<string[]> {
  const { body } = await editor.get(`${path}/content`);
  return Object.keys(body.variables).toSorted();
}

async function createChangeRequest(): Promise<string> {
  const { body } = await editor.post(`${space}/change-requests`, {});
  return `${space}/change-requests/${body.id}`;
}

const row = (id: string) => world.db.prisma.revision.findUniqueOrThrow({ where: { id } });

describe('rolling back', () => {
  it('makes the content what it was, as a new revision on top of all others', async () => {
    const page = {
      operation: 'insert_page',
      metadata: { title: 'Guide' },
      document: { markdown: 'A' },
    };
    const first = (await editor.post(`${space}/content`, { changes: [page] })).body.revision;
    const { body: before } = await editor.get(`${space}/content`);
    const gone = { operation: 'delete_page', page: before.pages[0].id };
    await editor.post(`${space}/content`, { changes: [gone] });
    const head = await write(space, 'more');
    const restored = await rollBack(space, first);

    const { body: after } = await editor.get(`${space}/content`);
    expect(after).toMatchObject({ id: restored, parents: [head, first], type: 'rollback' });
    expect(after.createdAt >= before.createdAt).toBe(true);
    // All but the addresses, which lead to the revision.
    expect(JSON.stringify(after.pages)).toBe(
      JSON.stringify(before.pages).replaceAll(first, restored),
    );
    const { pagesHash, filesHash, pageCount, fileCount } = await row(first);
    expect(await row(restored)).toMatchObject({ pagesHash, filesHash, pageCount, fileCount });
    expect((await row(restored)).createdById).toBe(editor.userId);
    expect((await editor.get(`${space}/revisions/${head}`)).body.variables).toEqual({
      more: 'more',
    });
  });

  it('answers the owner and the revision in the graph', async () => {
    const [first, second] = [await write(space, 'one'), await write(space, 'two')];
    const { rollbackContent } = await editor.query(
      `mutation ($input: RollbackContentInput!) { rollbackContent(input: $input) {
        owner { ... on Space { id revisionId } } revision { id type parents { id } variables }
      } }`,
      { input: { spaceId, revision: first, expectedRevision: second } },
    );
    const { revision, owner } = rollbackContent;
    expect(owner).toEqual({ id: spaceId, revisionId: revision.id });
    expect(revision).toEqual({
      id: expect.any(String),
      type: 'ROLLBACK',
      parents: [{ id: second }, { id: first }],
      variables: { one: 'one' },
    });
  });

  it('to what the content is already makes no revision', async () => {
    const first = await write(space, 'one');
    expect(await rollBack(space, first)).toBe(first);
    await write(space, 'one', 'else');
    const same = await write(space, 'one');
    expect(await rollBack(space, first)).toBe(same);
  });

  it('can be rolled back itself', async () => {
    const [first, second] = [await write(space, 'one'), await write(space, 'two')];
    await rollBack(space, first);
    expect(await names(space)).toEqual(['one']);
    await rollBack(space, second);
    expect(await names(space)).toEqual(['one', 'two']);
  });

  it('is refused when the content moved on, with the present revision named', async () => {
    const [first, second] = [await write(space, 'one'), await write(space, 'two')];
    const body = { revision: first };
    const stale = await editor.post(`${space}/content/rollback`, body, {
      'if-match': `"${first}"`,
    });
    expect(stale.status).toBe(412);
    expect(stale.body.error.message).toContain(second);
    const { errors } = await editor.graphql(
      'mutation ($input: RollbackContentInput!) { rollbackContent(input: $input) { refs: __typename } }',
      { input: { spaceId, revision: first, expectedRevision: first } },
    );
    expect(errors?.[0]?.extensions.code).toBe('STALE_REVISION');
    const fresh = await editor.post(`${space}/content/rollback`, body, {
      'if-match': `"${second}"`,
    });
    expect(fresh.status).toBe(200);
  });

  it('goes to revisions of the same history only', async () => {
    await write(space, 'one');
    const { revisionId: foreign } = await world.space(organizationId);
    const [own, other] = [await createChangeRequest(), await createChangeRequest()];
    const [ofOwn, ofOther] = [await write(own, 'two'), await write(other, 'three')];
    for (const [path, revision] of [
      [space, foreign],
      [space, 'rev_missing'],
      [space, ofOwn],
      [own, foreign],
      [own, ofOther],
    ]) {
      const { status, body } = await editor.post(`${path}/content/rollback`, { revision });
      expect({ path, status }).toEqual({ path, status: 400 });
      expect(body.error.message).toContain(revision);
    }
    const missing = await editor.post(`${space}/content/rollback`, {});
    expect(missing.status).toBe(400);
    expect(missing.body.error.message).toContain('revision');
  });

  it('is refused for a locked space, but not in its change requests', async () => {
    const first = await write(space, 'one');
    await write(space, 'two');
    await cast.admin.patch(space, { editMode: 'locked' });
    const { status, body } = await editor.post(`${space}/content/rollback`, { revision: first });
    expect(status).toBe(409);
    expect(body.error.message).toContain('locked');
    const proposal = await createChangeRequest();
    await rollBack(proposal, first);
    expect(await names(proposal)).toEqual(['one']);
    expect((await reviewer.post(`${proposal}/merge`)).status).toBe(200);
    expect(await names(space)).toEqual(['one']);
  });

  it('is refused in a change request that takes no edits', async () => {
    const { revisionId: first } = await world.db.prisma.space.findUniqueOrThrow({
      where: { id: spaceId },
    });
    const proposal = await createChangeRequest();
    await write(proposal, 'one');
    await editor.patch(proposal, { status: 'archived' });
    expect((await editor.post(`${proposal}/content/rollback`, { revision: first })).status).toBe(
      409,
    );
    await editor.patch(proposal, { status: 'open' });
    await reviewer.post(`${proposal}/merge`);
    expect((await editor.post(`${proposal}/content/rollback`, { revision: first })).status).toBe(
      409,
    );
  });

  it('needs the level "edit" on either branch', async () => {
    const first = await write(space, 'one');
    const proposal = await createChangeRequest();
    for (const path of [space, proposal]) {
      const outcomes = await restOutcomes(cast, (client) =>
        client.post(`${path}/content/rollback`, { revision: first }),
      );
      expect(outcomes).toEqual(allowedFrom('edit'));
    }
  });
});

describe('a change request that is rolled back', () => {
  it('to before an update is outdated again, and takes nothing back when it is merged', async () => {
    const proposal = await createChangeRequest();
    const own = await write(proposal, 'own');
    await write(space, 'primary');
    await editor.post(`${proposal}/update`);
    expect(await names(proposal)).toEqual(['own', 'primary']);

    await rollBack(proposal, own);
    expect(await names(proposal)).toEqual(['own']);
    const { body } = await editor.get(proposal);
    expect(body).toMatchObject({ outdated: true });
    expect(body).not.toHaveProperty('revisionMergedAncestor');
    await reviewer.post(`${proposal}/merge`);
    expect(await names(space)).toEqual(['own', 'primary']);
  });

  it('goes back and forth over updates, each time with the merge base of that time', async () => {
    const proposal = await createChangeRequest();
    const own = await write(proposal, 'own');
    const primary = await write(space, 'primary');
    const { body: update } = await editor.post(`${proposal}/update`);
    await rollBack(proposal, own);
    await rollBack(proposal, update.revision);
    const { body } = await editor.get(proposal);
    expect(body).toMatchObject({ outdated: false, revisionMergedAncestor: primary });
    await rollBack(proposal, own);
    await write(proposal, 'more');
    await reviewer.post(`${proposal}/merge`);
    expect(await names(space)).toEqual(['more', 'own', 'primary']);
  });

  it('to newer primary content has taken that in', async () => {
    const proposal = await createChangeRequest();
    await write(proposal, 'own');
    const primary = await write(space, 'primary');
    await rollBack(proposal, primary);
    const { body } = await editor.get(proposal);
    expect(body).toMatchObject({ outdated: false, revisionMergedAncestor: primary });
    await write(space, 'primary', 'newer');
    expect((await reviewer.post(`${proposal}/merge`)).body.result).toBe('merge');
    expect((await editor.get(`${space}/content`)).body.variables).toEqual({ primary: 'newer' });
  });

  it('to what it began with proposes nothing', async () => {
    const first = await write(space, 'one');
    const proposal = await createChangeRequest();
    await write(proposal, 'own');
    await rollBack(proposal, first);
    await write(space, 'two');
    await reviewer.post(`${proposal}/merge`);
    expect(await names(space)).toEqual(['one', 'two']);
  });

  it('to what it began with, after updates, takes back nothing that they brought', async () => {
    const first = await write(space, 'one');
    const proposal = await createChangeRequest();
    await write(proposal, 'own');
    const second = await write(space, 'two');
    await write(space, 'three');
    await editor.post(`${proposal}/update`);
    for (const revision of [second, first]) {
      await rollBack(proposal, revision);
      const { body } = await editor.get(`${proposal}/changes`);
      expect(body.changes).toEqual([]);
      expect((await editor.get(proposal)).body).toMatchObject({ outdated: true });
    }
    await reviewer.post(`${proposal}/merge`);
    expect(await names(space)).toEqual(['one', 'three', 'two']);
  });

  it('to what is older than all that it was made from proposes that', async () => {
    const old = await write(space, 'one');
    await write(space, 'two');
    const proposal = await createChangeRequest();
    await write(space, 'three');
    await editor.post(`${proposal}/update`);
    await rollBack(proposal, old);
    await reviewer.post(`${proposal}/merge`);
    expect(await names(space)).toEqual(['one']);
  });

  it('counts who did it among its contributors', async () => {
    const proposal = await createChangeRequest();
    const own = await write(proposal, 'own');
    await write(proposal, 'more');
    await reviewer.post(`${proposal}/content/rollback`, { revision: own });
    const { body } = await editor.get(
      `${space}/change-requests?status=draft&contributor=${reviewer.userId}`,
    );
    expect(body.count).toBe(1);
  });
});
