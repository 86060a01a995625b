import { z } from 'zod';

/** Input of the job that processes a specification. */
export const processingInput = z.object({
  specId: z.string(),
  /** Number of the source among all sources that the specification has had. */
  sourceNumber: z.int(),
});

export type ProcessingInput = z.output<typeof processingInput>;
