import type { MergeBodies } from '../../../../src/features/content/merge/merge-content.ts';
import { mergeText } from '../../../../src/features/content/merge/merge-text.ts';
import { mapSides } from '../../../../src/features/content/merge/merge-value.ts';

/** Merges texts that stand where else their hashes do. */
export const mergeSources: MergeBodies = (list) =>
  Promise.resolve(
    list.map((bodies) => {
      const { base, ours, theirs } = mapSides(bodies, ({ source }) => source ?? '');
      const { text, clean } = mergeText(base, ours, theirs);
      return { value: { source: text, sourceStart: 0 }, clean };
    }),
  );
