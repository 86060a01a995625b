import { beforeAll, describe, expect, it } from 'vitest';
import { allowedFrom, restOutcomes, type Cast } from '../../support/cast.ts';
import { writeVariable } from '../../support/content.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
let organizationId: string;
let cast: Cast;
let space: { id: string; revisionId: string };

beforeAll(async () => {
  ({ id: organizationId } = await world.organization());
  cast = await world.cast(organizationId);
  space = await world.space(organizationId);
});

describe('the content of a space and of its change requests', () => {
  it('is the revision at the head of each', async () => {
    const { id, number } = await world.changeRequest(space.id);
    const proposal = await writeVariable(world, id);
    const ofSpace = await cast.read.get(`/v1/spaces/${space.id}/content`);
    expect(ofSpace.body).toMatchObject({ object: 'revision', id: space.revisionId });
    const path = `/v1/spaces/${space.id}/change-requests`;
    for (const reference of [id, number]) {
      const { body } = await cast.read.get(`${path}/${reference}/content`);
      expect(body).toMatchObject({ object: 'revision', id: proposal });
    }
    const data = await cast.read.query(
      /* GraphQL */ `
        query ($id: ID!) {
          space(id: $id) {
            content {
              id
            }
            changeRequest(id: "1") {
              content {
                id
              }
            }
          }
        }
      `,
      { id: space.id },
    );
    expect(data.space).toEqual({
      content: { id: space.revisionId },
      changeRequest: { content: { id: proposal } },
    });
  });

  it('is for those who may see the space', async () => {
    const expected = allowedFrom('read');
    const { number } = await world.changeRequest(space.id);
    for (const family of ['', `/change-requests/${number}`]) {
      const path = `/v1/spaces/${space.id}${family}/content`;
      expect(await restOutcomes(cast, (client) => client.get(path))).toEqual(expected);
    }
  });
});
