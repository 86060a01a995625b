import { beforeAll, describe, expect, it } from 'vitest';
import type { Cast } from '../../support/cast.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
let organizationId: string;
let cast: Cast;
let spaceId: string;
let path: string;
const idsByStatus = new Map<string, string[]>();

beforeAll(async () => {
  ({ id: organizationId } = await world.organization());
  cast = await world.cast(organizationId);
  ({ id: spaceId } = await world.space(organizationId));
  path = `/v1/spaces/${spaceId}/change-requests`;
  const statuses = ['open', 'draft', 'archived', 'open', 'merged', 'open'] as const;
  for (const [index, status] of statuses.entries()) {
    const { id } = await world.changeRequest(spaceId, {
      status,
      createdById: index < 4 ? cast.edit.userId : cast.review.userId,
      createdAt: new Date(Date.UTC(2024, 0, 1 + index)),
    });
    idsByStatus.set(status, [id, ...(idsByStatus.get(status) ?? [])]);
  }
});

const listChangeRequests = /* GraphQL */ `
  query ($id: ID!, $status: ChangeRequestStatus) {
    space(id: $id) {
      changeRequests(status: $status) {
        totalCount
        nodes {
          id
        }
      }
    }
  }
`;

function ids(body: { items: { id: string }[] }): string[] {
  return body.items.map(({ id }) => id);
}

describe('listing the change requests of a space', () => {
  it('shows the open ones, newest first, when nothing else is asked', async () => {
    const { body } = await cast.read.get(path);
    expect({ ids: ids(body), count: body.count }).toEqual({
      ids: idsByStatus.get('open'),
      count: 3,
    });
    const data = await cast.read.query(listChangeRequests, { id: spaceId });
    expect(data.space.changeRequests).toEqual({
      totalCount: 3,
      nodes: ids(body).map((id) => ({ id })),
    });
  });

  it.each(['draft', 'open', 'archived', 'merged'])('filters by the status %s', async (status) => {
    const { body } = await cast.read.get(`${path}?status=${status}`);
    expect(ids(body)).toEqual(idsByStatus.get(status));
    const variables = { id: spaceId, status: status.toUpperCase() };
    const data = await cast.read.query(listChangeRequests, variables);
    expect(data.space.changeRequests.totalCount).toBe(body.count);
  });

  it('shows all of them in the graph for the status null', async () => {
    const data = await cast.read.query(listChangeRequests, { id: spaceId, status: null });
    expect(data.space.changeRequests.totalCount).toBe(6);
  });

  it('filters by contributor', async () => {
    const ofEdit = await cast.read.get(`${path}?contributor=${cast.edit.userId}`);
    expect(ids(ofEdit.body)).toEqual(idsByStatus.get('open')?.slice(1));
    const none = await cast.read.get(`${path}?contributor=usr_missing`);
    expect(none.body).toMatchObject({ count: 0, items: [] });
  });

  it.each([
    ['status=closed', '"status" must be one of "archived", "draft", "merged", "open".'],
    ['status=', '"status" must be one of "archived", "draft", "merged", "open".'],
    ['contributor=%00', '"contributor" must not contain the character U+0000.'],
    ['limit=1001', '"limit" must be 0 to 1000, but is 1001.'],
    ['order=up', '"order" must be one of "asc", "desc".'],
  ])('refuses ?%s', async (query, message) => {
    const { status, body } = await cast.read.get(`${path}?${query}`);
    expect({ status, message: body.error.message }).toEqual({ status: 400, message });
  });

  it('neither skips nor repeats one when others appear and disappear between pages', async () => {
    const { id } = await world.space(organizationId);
    const created: string[] = [];
    for (let day = 1; day <= 7; day += 1) {
      const createdAt = new Date(Date.UTC(2024, 0, day));
      created.unshift((await world.changeRequest(id, { createdAt })).id);
    }
    const seen: string[] = [];
    let page: string | undefined;
    do {
      const query = page === undefined ? '' : `&page=${encodeURIComponent(page)}`;
      const { body } = await cast.read.get(`/v1/spaces/${id}/change-requests?limit=2${query}`);
      seen.push(...ids(body));
      page = body.next?.page;
      // The row of the cursor goes away, and a new one comes to the front.
      await world.db.prisma.changeRequest.delete({ where: { id: seen.at(-1) ?? '' } });
      await world.changeRequest(id);
    } while (page !== undefined);
    expect(seen).toEqual(created);
  });

  it('has counters on the space that say the same', async () => {
    const { body } = await cast.read.get(`/v1/spaces/${spaceId}`);
    expect(body).toMatchObject({
      changeRequests: 6,
      changeRequestsOpen: 3,
      changeRequestsDraft: 1,
    });
  });

  it('takes as many statements for many as for one, with their authors and spaces', async () => {
    const { id } = await world.space(organizationId);
    const query = /* GraphQL */ `
      query ($id: ID!) {
        space(id: $id) {
          changeRequests {
            totalCount
            nodes {
              createdBy {
                displayName
              }
              space {
                changeRequestCount
                open: changeRequestCount(status: OPEN)
              }
              outdated
              urls {
                app
              }
            }
          }
        }
      }
    `;
    const list = `/v1/spaces/${id}/change-requests`;
    await world.changeRequest(id, { createdById: cast.edit.userId });
    const ofOne = await world.plannedStatements(() => cast.read.query(query, { id }));
    const restOfOne = await world.plannedStatements(() => cast.read.get(list));
    for (const { userId } of Object.values(cast)) {
      await world.changeRequest(id, { createdById: userId });
    }
    const ofMany = await world.plannedStatements(() => cast.read.query(query, { id }));
    const restOfMany = await world.plannedStatements(() => cast.read.get(list));
    expect(ofMany).toHaveLength(ofOne.length);
    expect(restOfMany).toHaveLength(restOfOne.length);
    // The token, the space (once), its change requests, their number, authors, counters.
    expect(ofMany.length).toBeLessThanOrEqual(6);
  });
});
