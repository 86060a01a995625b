import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { writePages } from '../../support/content.ts';
import { listen } from '../../support/listen.ts';
import { useWorld } from '../../support/use-world.ts';
import { lawCount } from '../../support/law-count.ts';

/** How many edit and merge at the same time. */
const PAIRS = lawCount(30, 'CONCURRENT_MERGES');
const SECONDS_PER_PAIR_MAX = 2;
/** Paragraphs of the pages: each pair has one of its own, beside those of others. */
const PARAGRAPHS = 4;

const world = useWorld();
let editor: Client;
let spaceId: string;
let address: string;

beforeAll(async () => {
  const { id, admin } = await world.organization();
  editor = admin;
  ({ id: spaceId } = await world.space(id));
  address = await listen(world.app);
});

/** Asks again while the gateway is busy, as it says. */
async function post(path: string, body: object): Promise<{ status: number; body: Answer }> {
  for (;;) {
    const response = await fetch(`${address}/v1/spaces/${spaceId}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${editor.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Answer;
    if (response.status !== 503) return { status: response.status, body: answer };
    await sleep(Number(response.headers.get('retry-after')) * 1000);
  }
}

interface Answer {
  id: string;
  revision: string;
  result?: string;
}

function markdownOf(paragraphs: readonly string[]): string {
  return `${paragraphs.join('\n\n')}\n`;
}

describe('many who edit and merge at the same time', () => {
  it(
    'keep every acknowledged edit, each as a merge without a conflict',
    async () => {
      const old = Array.from({ length: PARAGRAPHS }, (_, index) => `Paragraph ${index}.`);
      const titles = Array.from(
        { length: Math.ceil(PAIRS / PARAGRAPHS) },
        (_, index) => `Page ${index}`,
      );
      const { ids } = await writePages(
        world,
        spaceId,
        titles.map((title) => ({ title, markdown: markdownOf(old) })),
      );
      const editAndMerge = async (pair: number) => {
        const page = ids[`Page ${Math.floor(pair / PARAGRAPHS)}`];
        const created = await post('/change-requests', {});
        const path = `/change-requests/${created.body.id}`;
        const markdown = markdownOf(old.with(pair % PARAGRAPHS, `Edit ${pair}.`));
        const edited = await post(`${path}/content`, {
          changes: [{ operation: 'update_page', page, document: { markdown } }],
          // What was read: a change request may begin with what others merged meanwhile.
          baseRevision: first,
        });
        const merged = await post(`${path}/merge`, {});
        return [created.status, edited.status, merged.status, merged.body.result];
      };
      const { body: space } = await editor.get(`/v1/spaces/${spaceId}`);
      const first = space.revision as string;
      const pairs = Array.from({ length: PAIRS }, (_, pair) => pair);
      const answers = await Promise.all(pairs.map(editAndMerge));
      expect(answers).toEqual(pairs.map(() => [201, 200, 200, 'merge']));

      for (const [index, title] of titles.entries()) {
        const url = `/v1/spaces/${spaceId}/content/page/${ids[title]}?format=markdown`;
        const expected = old.map((paragraph, at) => {
          const pair = index * PARAGRAPHS + at;
          return pair < PAIRS ? `Edit ${pair}.` : paragraph;
        });
        expect((await editor.get(url)).body.markdown).toBe(markdownOf(expected));
      }
      const all = await world.db.prisma.changeRequest.findMany({ where: { spaceId } });
      expect(new Set(all.map(({ number }) => number))).toEqual(
        new Set(pairs.map((pair) => pair + 1)),
      );
    },
    30_000 + PAIRS * SECONDS_PER_PAIR_MAX * 1000,
  );
});
