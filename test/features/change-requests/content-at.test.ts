import { beforeAll, describe, expect, it } from 'vitest';
import { writePages, writeVariable } from '../../support/content.ts';
import type { Client } from '../../support/client.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
let organizationId: string;
let reader: Client;
let stranger: Client;

beforeAll(async () => {
  ({ id: organizationId } = await world.organization());
  reader = await world.member(organizationId, 'read');
  stranger = await world.user();
});

const query = /* GraphQL */ `
  query ($id: ID!, $at: ContentAt) {
    space(id: $id) {
      title
      content(at: $at) {
        id
        createdAt
        pages {
          title
          pages {
            title
          }
        }
      }
    }
  }
`;

async function contentAt(client: Client, id: string, at: object | null) {
  const { data, errors } = await client.graphql(query, { id, at });
  return {
    space: data?.space,
    content: data?.space?.content,
    code: errors?.[0]?.extensions.code,
    errors,
  };
}

/** A space with two revisions after the first, an hour apart. */
async function createHistory() {
  const space = await world.space(organizationId, { createdAt: new Date('2026-03-01T00:00:00Z') });
  const { revisionId: second } = await writePages(world, space.id, [
    { title: 'Guide', pages: [{ title: 'Part' }] },
  ]);
  const third = await writeVariable(world, space.id);
  const ids = [space.revisionId, second, third];
  for (const [index, id] of ids.entries()) {
    const createdAt = new Date(`2026-03-01T0${index}:00:00Z`);
    await world.db.prisma.revision.update({ where: { id }, data: { createdAt } });
  }
  return { id: space.id, first: space.revisionId, second, third };
}

describe('the content of a space at', () => {
  it('a time is what was written last by then, to the millisecond', async () => {
    const { id, first, second, third } = await createHistory();
    for (const [time, revision] of [
      ['2026-03-01T00:00:00.000Z', first],
      ['2026-03-01T00:59:59.999Z', first],
      ['2026-03-01T01:00:00.000Z', second],
      ['2026-03-01T03:30:00.000+02:00', second],
      ['2026-03-01T02:00:00.000Z', third],
      ['9999-12-31T23:59:59.999Z', third],
    ]) {
      const { content } = await contentAt(reader, id, { time });
      expect({ time, id: content.id }).toEqual({ time, id: revision });
    }
  });

  it('a time before it existed is refused, and says when it begins', async () => {
    const { id } = await createHistory();
    for (const time of ['2026-02-28T23:59:59.999Z', '0000-01-01T00:00:00.000Z']) {
      const { space, code, errors } = await contentAt(reader, id, { time });
      expect(code).toBe('NOT_FOUND');
      // All else of the space is still there.
      expect(space).toEqual({ title: expect.any(String), content: null });
      expect(errors?.[0]?.message).toContain('begins at 2026-03-01T00:00:00.000Z');
    }
  });

  it('a time is the last of several revisions of one millisecond', async () => {
    const { id, third } = await createHistory();
    const now = new Date('2026-03-01T02:00:00Z');
    await world.db.prisma.revision.updateMany({
      where: { branchId: id },
      data: { createdAt: now },
    });
    const { content } = await contentAt(reader, id, { time: now.toISOString() });
    expect(content.id).toBe(third);
  });

  it('a revision, or a change request by id and number, is that state', async () => {
    const { id, second } = await createHistory();
    const changeRequest = await world.changeRequest(id);
    const proposal = await writeVariable(world, changeRequest.id);
    const at = async (state: object) => (await contentAt(reader, id, state)).content.id;
    expect(await at({ revision: second })).toBe(second);
    expect(await at({ revision: proposal })).toBe(proposal);
    expect(await at({ changeRequest: changeRequest.id })).toBe(proposal);
    expect(await at({ changeRequest: String(changeRequest.number) })).toBe(proposal);
  });

  it('one state is read below it, whatever is written meanwhile', async () => {
    const { id, second } = await createHistory();
    const { content } = await contentAt(reader, id, { revision: second });
    expect(content.pages).toEqual([{ title: 'Guide', pages: [{ title: 'Part' }] }]);
  });

  it('no state is one of another space, and what is missing sounds the same', async () => {
    const [own, other] = [await createHistory(), await createHistory()];
    const foreign = await world.changeRequest(other.id);
    for (const at of [
      { revision: other.second },
      { revision: 'rev_missing' },
      { changeRequest: foreign.id },
      { changeRequest: '7' },
      { changeRequest: 'cr_missing' },
    ]) {
      const { code } = await contentAt(reader, own.id, at);
      expect({ at, code }).toEqual({ at, code: 'NOT_FOUND' });
    }
  });

  it('a state is named in exactly one way', async () => {
    const { id, second } = await createHistory();
    for (const at of [{}, { revision: second, time: '2026-03-01T00:00:00Z' }, { revision: null }]) {
      expect((await contentAt(reader, id, at)).errors).toHaveLength(1);
    }
  });

  it('earlier states and proposals do not exist for readers of what is published', async () => {
    const { id, first, third } = await createHistory();
    const { number } = await world.changeRequest(id);
    await world.publish(id);
    const at = (state: object) => contentAt(stranger, id, state);
    expect((await at({ time: '2026-03-01T02:00:00Z' })).content.id).toBe(third);
    expect((await at({ revision: third })).content.id).toBe(third);
    const earlier = await at({ time: '2026-03-01T01:59:59Z' });
    const before = await at({ time: '2020-01-01T00:00:00Z' });
    expect([earlier.code, before.code]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect(earlier.errors?.[0]?.message).toContain('begins at 2026-03-01T02:00:00.000Z');
    expect(before.errors?.[0]?.message).toContain('begins at 2026-03-01T02:00:00.000Z');
    expect((await at({ revision: first })).code).toBe('NOT_FOUND');
    expect((await at({ changeRequest: String(number) })).code).toBe('NOT_FOUND');
  });

  it('costs the same number of statements for any number of spaces', async () => {
    const count = async (spaces: number) => {
      const { id, admin } = await world.organization();
      for (let index = 0; index < spaces; index += 1) {
        await writeVariable(world, (await world.space(id)).id);
      }
      const at = { time: '9999-01-01T00:00:00Z' };
      const statements = await world.plannedStatements(() =>
        admin.query(
          `query ($id: ID!, $at: ContentAt) { organization(id: $id) {
            spaces { nodes { content(at: $at) { id pageCount } } } } }`,
          { id, at },
        ),
      );
      return statements.length;
    };
    expect(await count(5)).toBe(await count(1));
  });
});
