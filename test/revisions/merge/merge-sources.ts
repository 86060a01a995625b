import type { MergeBodies } from '../../../src/revisions/merge/merge-content.ts';
import { mergeText } from '../../../src/revisions/merge/merge-text.ts';
import { mapSides } from '../../../src/revisions/merge/merge-value.ts';

/** Merges texts that stand where else their hashes do. */
export const mergeSources: MergeBodies = (list) =>
  Promise.resolve(
    list.map((bodies) => {
      const { base, ours, theirs } = mapSides(bodies, ({ source }) => source ?? '');
      const { text, clean } = mergeText(base, ours, theirs);
      return { value: { source: text, sourceStart: 0 }, clean };
    }),
  );
