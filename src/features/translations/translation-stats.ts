import { builder, type Row } from '../../builder.ts';

/** Converts milliseconds to whole seconds. */
const seconds = (milliseconds: number) => Math.round(milliseconds / 1000);

export const TranslationStats = builder
  .objectRef<Row<'Translation'>>('TranslationStats')
  .implement({
    description: 'What the runs of a translation did.',
    rest: {
      fields: 'runs totalWords totalPages totalDuration latestRunDuration latestPages latestWords',
    },
    fields: (t) => ({
      runs: t.exposeInt('runs', {
        description: 'How many runs there were, those that failed included.',
      }),
      totalWords: t.exposeInt('totalWords', {
        description: 'How many words of the source all runs had translated.',
      }),
      totalPages: t.exposeInt('totalPages', {
        description: 'How many pages they translated, each counted once.',
      }),
      totalDuration: t.int({
        description: 'How long all runs took, in seconds.',
        resolve: ({ totalDuration }) => seconds(totalDuration),
      }),
      latestRunDuration: t.int({
        description: 'How long the latest run took, in seconds; 0 while it is under way.',
        resolve: ({ latestDuration }) => seconds(latestDuration),
      }),
      latestPages: t.exposeInt('latestPages', {
        description: 'How many pages the latest run translated.',
      }),
      latestWords: t.exposeInt('latestWords', {
        description: 'How many words of the source the latest run had translated.',
      }),
    }),
  });
