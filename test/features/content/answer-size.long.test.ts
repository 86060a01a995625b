import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import type { Client } from '../../support/client.ts';
import { useWorld } from '../../support/use-world.ts';

/** A table of 40,000 cells: 80,000 characters, whose tree has more than 10,000,000. */
const wideTable = [
  `|${'a|'.repeat(2000)}`,
  `|${'-|'.repeat(2000)}`,
  ...Array.from({ length: 20 }, () => `|${'b|'.repeat(2000)}`),
].join('\n');

const tooLong = /^The texts asked for have more than 50000000 characters together: ask for smaller/;

const world = useWorld();
let admin: Client;
let spaceId: string;

beforeAll(async () => {
  const organization = await world.organization();
  ({ admin } = organization);
  spaceId = (await world.space(organization.id)).id;
  await world.db.prisma.comment.createMany({
    data: Array.from({ length: 8 }, () => ({
      id: newId('Comment'),
      spaceId,
      postedById: admin.userId,
      markdown: wideTable,
      revisionId: newId('Revision'),
    })),
  });
});

describe('an answer whose texts would not fit into memory', () => {
  it('is refused when a list of short comments becomes huge trees', async () => {
    const { status, body } = await admin.get(`/v1/spaces/${spaceId}/comments?format=document`);
    expect(status).toBe(400);
    expect(body.error.message).toMatch(tooLong);
  });

  it('is refused when one text is asked for again and again', async () => {
    const aliases = Array.from({ length: 100 }, (_, number) => `m${number}: markdown`).join(' ');
    const { errors } = await admin.graphql(
      `query ($id: ID!) { space(id: $id) { comments { nodes { body { ${aliases} } } } } }`,
      { id: spaceId },
    );
    expect(errors?.[0]).toMatchObject({
      message: expect.stringMatching(tooLong),
      extensions: { code: 'QUERY_TOO_COMPLEX' },
    });
  });

  it('is given in smaller pages', async () => {
    const { status, body } = await admin.get(
      `/v1/spaces/${spaceId}/comments?format=document&limit=1`,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      count: 8,
      items: [{ body: { document: { object: 'document' } } }],
    });
  });
});

describe('content with more entries than one statement should read', () => {
  it('is refused before any of them is read', async () => {
    const hash = 'f'.repeat(64);
    await world.db.prisma.contentChunk.create({
      data: { hash, size: 200_001, children: [], entries: [] },
    });
    const { organizationId } = await world.db.prisma.space.findUniqueOrThrow({
      where: { id: spaceId },
    });
    const { id, revisionId } = await world.space(organizationId);
    await world.db.prisma.revision.update({
      where: { id: revisionId },
      data: { pagesHash: hash },
    });
    const { status, body } = await admin.get(`/v1/spaces/${id}/content/pages`);
    expect({ status, message: body.error.message }).toEqual({
      status: 400,
      message:
        'The content asked for has 200001 pages or files together, but at most 200000 are read ' +
        'at once: ask for the content of fewer revisions.',
    });
  });
});
