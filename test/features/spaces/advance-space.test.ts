import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeRevision } from '../../../src/revisions/store/write-revision.ts';
import { moveSpaceHead } from '../../../src/features/spaces/move-space-head.ts';
import { newId } from '../../../src/lib/id.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
let organizationId: string;
let space: { id: string; revisionId: string };

beforeAll(async () => {
  ({ id: organizationId } = await world.organization());
});

beforeEach(async () => {
  space = await world.space(organizationId);
});

/** Moves the head to a new revision, if it is still at the given one. Answers the new one's id. */
async function advance(from: string): Promise<string> {
  const now = new Date();
  return world.db.prisma.$transaction(async (transaction) => {
    const { revisionId } = await transaction.space.findUniqueOrThrow({ where: { id: space.id } });
    const head = await transaction.revision.findUniqueOrThrow({ where: { id: revisionId } });
    const tip = { branchId: space.id, head };
    const changes = { variables: { v: newId('Revision') } };
    const { id } = await writeRevision(transaction, tip, changes, { authorId: null, now });
    await moveSpaceHead(transaction, { spaceId: space.id, from, to: id, now });
    return id;
  });
}

describe('moving the head of a space', () => {
  it('goes on from the revision that was named, and tells when', async () => {
    const before = await world.db.prisma.space.findUniqueOrThrow({ where: { id: space.id } });
    const next = await advance(space.revisionId);
    const after = await world.db.prisma.space.findUniqueOrThrow({ where: { id: space.id } });
    expect(after.revisionId).toBe(next);
    expect(after.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime());
  });

  it('is refused, with the head named, when another was there first', async () => {
    const next = await advance(space.revisionId);
    await expect(advance(space.revisionId)).rejects.toThrow(
      `The content is at the revision "${next}", not at "${space.revisionId}".`,
    );
  });

  it('lets exactly one of many through that start from the same revision', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => advance(space.revisionId)),
    );
    const winners = results.filter(({ status }) => status === 'fulfilled');
    expect(winners).toHaveLength(1);
    const { revisionId } = await world.db.prisma.space.findUniqueOrThrow({
      where: { id: space.id },
    });
    expect(winners).toEqual([{ status: 'fulfilled', value: revisionId }]);
  });

  it('is refused while the space is deleted', async () => {
    await world.db.prisma.space.update({
      where: { id: space.id },
      data: { deletedAt: new Date() },
    });
    await expect(advance(space.revisionId)).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});
