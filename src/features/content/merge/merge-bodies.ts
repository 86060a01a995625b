import { loadBlobs } from '../store/content-store.ts';
import type { Body } from '../store/entry.ts';
import { mergeText } from './merge-text.ts';
import type { TextStore } from '../store/text-store.ts';
import { mapSides, mergeValue, type Sides } from './merge-value.ts';

/** Merges texts; what stands before them, the front matter, is taken from one side as a whole. */
export async function mergeBodies(
  texts: TextStore,
  bodies: Sides<Body>,
): Promise<{ value: Body; clean: boolean }> {
  const { base, ours, theirs } = mapSides(bodies, ({ source }) => source);
  // There is nothing to merge with where a side has no text.
  if (base === undefined || ours === undefined || theirs === undefined) {
    return { value: bodies.ours, clean: false };
  }
  const bytes = await loadBlobs(texts.reader, [base, ours, theirs]);
  const [fromBase, fromOurs, fromTheirs] = bytes.map((each) => Buffer.from(each));
  if (!fromBase || !fromOurs || !fromTheirs) throw new Error('A text of a merge is missing.');
  const sources: Sides<Source> = {
    base: sourceOf(fromBase, bodies.base),
    ours: sourceOf(fromOurs, bodies.ours),
    theirs: sourceOf(fromTheirs, bodies.theirs),
  };
  const { value: front } = mergeValue(mapSides(sources, (source) => source.front));
  const markdown = mapSides(sources, (each) => each.markdown);
  const { text, clean } = mergeText(markdown.base, markdown.ours, markdown.theirs);
  const source = await texts.store(Buffer.from(front + text));
  return { value: { source, sourceStart: Buffer.byteLength(front) }, clean };
}

interface Source {
  /** Front matter, with the fences around it. */
  front: string;
  markdown: string;
}

function sourceOf(bytes: Buffer, { sourceStart = 0 }: Body): Source {
  return {
    front: bytes.toString('utf8', 0, sourceStart),
    markdown: bytes.toString('utf8', sourceStart),
  };
}
