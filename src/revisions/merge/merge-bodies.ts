import { setImmediate } from 'node:timers/promises';
import { sha256 } from '../../lib/hash.ts';
import type { ContentReader, ContentStore } from '../store/content-reader.ts';
import type { Body } from '../store/entry.ts';
import { DiffBudget } from '../../lib/diff-budget.ts';
import type { MergedBody } from './merge-entry.ts';
import { mergeText } from './merge-text.ts';
import { mapSides, mergeValue, type Sides } from './merge-value.ts';

/** Maximum number of bytes of texts in memory. */
const BATCH_BYTES_MAX = 16 * 1024 * 1024;
/** Maximum number of bytes that one merge reads; texts beyond it conflict completely. */
const BYTES_MAX = 512 * 1024 * 1024;
/** Maximum work of all comparisons in one merge: about ten seconds. */
const WORK_MAX = 100_000_000;

/**
 * Merges texts. Front matter is taken from one side completely. Reads and stores texts in batches,
 * and yields to the event loop between two texts.
 */
export async function mergeBodies(
  store: ContentStore,
  list: readonly Sides<Body>[],
): Promise<MergedBody[]> {
  // A side without a text leaves nothing to merge.
  const merged = list.map(({ ours }): MergedBody => ({ value: ours, clean: false }));
  const budget = new DiffBudget(WORK_MAX);
  for (const batch of await batchesOf(store, list)) {
    const sources = await loadSources(store, batch);
    const fresh: Buffer<ArrayBuffer>[] = [];
    for (const { index, bodies } of batch) {
      const sides = mapSides(bodies, (body) => sourceOf(sources, body));
      const { value: front } = mergeValue(mapSides(sides, (side) => side.front));
      const markdown = mapSides(sides, (side) => side.markdown);
      const { base, ours, theirs } = markdown;
      const { text, clean } = mergeText(base, ours, theirs, budget);
      const bytes = Buffer.from(front + text);
      const source = sha256(bytes);
      // The text of a side is already stored.
      if (!hashesOf({ index, bodies }).includes(source)) fresh.push(bytes);
      merged[index] = { value: { source, sourceStart: Buffer.byteLength(front) }, clean };
      await setImmediate();
    }
    await store.storeBlobs(fresh);
  }
  return merged;
}

/** The bodies of a page on all sides, and their index in the list. */
interface Contested {
  index: number;
  bodies: Sides<Body & { source: string }>;
}

/** Divides the texts that exist on all sides into batches that fit into memory. */
async function batchesOf(
  reader: ContentReader,
  list: readonly Sides<Body>[],
): Promise<Contested[][]> {
  const contested = list.flatMap(({ base, ours, theirs }, index): Contested[] =>
    hasSource(base) && hasSource(ours) && hasSource(theirs)
      ? [{ index, bodies: { base, ours, theirs } }]
      : [],
  );
  if (contested.length === 0) return [];
  const sizes = await reader.blobSizes([...new Set(contested.flatMap(hashesOf))]);
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
  reader: ContentReader,
  batch: readonly Contested[],
): Promise<ReadonlyMap<string, Buffer>> {
  const hashes = [...new Set(batch.flatMap(hashesOf))];
  const blobs = await reader.blobs(hashes);
  return new Map(blobs.map((bytes, index) => [hashes[index] ?? '', bytes]));
}

/** Splits a source into front matter, with its fences, and the text after it. */
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
