const segmenters = new Map<string, Intl.Segmenter>();

/** Counts the words of a text, also in languages without spaces between words. */
export function countWords(text: string, language: string): number {
  const segmenter =
    segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, segmenter);
  let count = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) count += 1;
  return count;
}
