import { setImmediate } from 'node:timers/promises';
import { blobSizes, loadBlobs } from '../store/content-store.ts';
import type { Body } from '../store/entry.ts';
import type { TextStore } from '../store/text-store.ts';
import { DiffBudget } from './diff-budget.ts';
import type { MergedBody } from './merge-entry.ts';
import { mergeText } from './merge-text.ts';
import { mapSides, mergeValue, type Sides } from './merge-value.ts';

/** Most bytes of texts that are in memory at once. */
const BATCH_BYTES_MAX = 16 * 1024 * 1024;
/** Most bytes of texts that one merge reads; what is beyond it is in conflict as a whole. */
const BYTES_MAX = 512 * 1024 * 1024;
/** Most work of one merge's comparisons: some ten seconds. */
const WORK_MAX = 100_000_000;

/**
 * Merges texts; what stands before them, the front matter, is taken from one side as a whole. Reads
 * and stores them in batches, and lets others have their turn between two texts.
 */
export async function mergeBodies(
  texts: TextStore,
  list: readonly Sides<Body>[],
): Promise<MergedBody[]> {
  // There is nothing to merge with where a side has no text.
  const merged = list.map(({ ours }): MergedBody => ({ value: ours, clean: false }));
  const budget = new DiffBudget(WORK_MAX);
  for (const batch of await batchesOf(texts, list)) {
    const sources = await loadSources(texts, batch);
    const written: { index: number; front: string; text: string; clean: boolean }[] = [];
    for (const { index, bodies } of batch) {
      const sides = mapSides(bodies, (body) => sourceOf(sources, body));
      const { value: front } = mergeValue(mapSides(sides, (side) => side.front));
      const markdown = mapSides(sides, (side) => side.markdown);
      const { base, ours, theirs } = markdown;
      written.push({ index, front, ...mergeText(base, ours, theirs, budget) });
      await setImmediate();
    }
    const hashes = await texts.store(written.map(({ front, text }) => Buffer.from(front + text)));
    for (const [place, { index, front, clean }] of written.entries()) {
      const value = { source: hashes[place], sourceStart: Buffer.byteLength(front) };
      merged[index] = { value, clean };
    }
  }
  return merged;
}

/** The texts of a page on all sides, and where in the list they are. */
interface Contested {
  index: number;
  bodies: Sides<Body & { source: string }>;
}

/** Texts that all sides have, as many at once as memory may hold. */
async function batchesOf(texts: TextStore, list: readonly Sides<Body>[]): Promise<Contested[][]> {
  const contested = list.flatMap(({ base, ours, theirs }, index): Contested[] =>
    hasSource(base) && hasSource(ours) && hasSource(theirs)
      ? [{ index, bodies: { base, ours, theirs } }]
      : [],
  );
  if (contested.length === 0) return [];
  const sizes = await blobSizes(texts.reader, [...new Set(contested.flatMap(hashesOf))]);
  const batches: Contested[][] = [];
  let [bytes, total] = [0, 0];
  for (const one of contested) {
    const size = hashesOf(one).reduce((sum, hash) => sum + (sizes.get(hash) ?? 0), 0);
    total += size;
    if (total > BYTES_MAX) break;
    bytes += size;
    if (batches.length === 0 || bytes > BATCH_BYTES_MAX) {
      batches.push([]);
      bytes = size;
    }
    batches.at(-1)?.push(one);
  }
  return batches;
}

function hasSource(body: Body): body is Body & { source: string } {
  return body.source !== undefined;
}

function hashesOf({ bodies: { base, ours, theirs } }: Contested): string[] {
  return [base.source, ours.source, theirs.source];
}

async function loadSources(
  { reader }: TextStore,
  batch: readonly Contested[],
): Promise<ReadonlyMap<string, Buffer>> {
  const hashes = [...new Set(batch.flatMap(hashesOf))];
  const blobs = await loadBlobs(reader, hashes);
  return new Map(blobs.map((bytes, index) => [hashes[index] ?? '', bytes]));
}

/** Front matter, with the fences around it, and the text below. */
function sourceOf(
  sources: ReadonlyMap<string, Buffer>,
  { source, sourceStart = 0 }: Body & { source: string },
): { front: string; markdown: string } {
  const bytes = sources.get(source);
  if (!bytes) throw new Error('A text of a merge is missing.');
  return {
    front: bytes.toString('utf8', 0, sourceStart),
    markdown: bytes.toString('utf8', sourceStart),
  };
}
