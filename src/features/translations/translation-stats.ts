import { builder, type Row } from '../../builder.ts';

/** Converts milliseconds to whole seconds. */
const seconds = (milliseconds: number) => Math.round(milliseconds / 1000);

export const TranslationStats = builder
  .objectRef<Row<'Translation'>>('TranslationStats')
  .implement({
    description: 'Statistics of the runs of a translation.',
    rest: {
      fields: 'runs totalWords totalPages totalDuration latestRunDuration latestPages latestWords',
    },
    fields: (t) => ({
      runs: t.exposeInt('runs', {
        description: 'Number of runs, failed ones included.',
      }),
      totalWords: t.exposeInt('totalWords', {
        description: 'Number of source words translated by all runs.',
      }),
      totalPages: t.exposeInt('totalPages', {
        description: 'Number of pages translated by all runs, each counted once.',
      }),
      totalDuration: t.int({
        description: 'Total duration of all runs, in seconds.',
        resolve: ({ totalDuration }) => seconds(totalDuration),
      }),
      latestRunDuration: t.int({
        description: 'Duration of the latest run in seconds; 0 while it is running.',
        resolve: ({ latestDuration }) => seconds(latestDuration),
      }),
      latestPages: t.exposeInt('latestPages', {
        description: 'Number of pages that the latest run translated.',
      }),
      latestWords: t.exposeInt('latestWords', {
        description: 'Number of source words that the latest run translated.',
      }),
    }),
  });
