import { z } from 'zod';

/** What the job that processes a specification knows of it. */
export const processingInput = z.object({
  specId: z.string(),
  /** Which of the sources that the specification has had. */
  sourceNumber: z.int(),
});

export type ProcessingInput = z.output<typeof processingInput>;
