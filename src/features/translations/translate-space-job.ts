import { z } from 'zod';
import { defineJob } from '../../jobs/job-definition.ts';
import { JobFailure } from '../../jobs/job-failure.ts';
import { contextOfJob } from '../jobs/context-of-job.ts';
import { endRun } from './end-run.ts';
import { NO_TRANSLATOR } from './no-translator.ts';
import { TranslationRun } from './run/translation-run.ts';

/** A run of a translation. What it has had translated is kept when it fails: the next goes on. */
export const translateSpace = defineJob({
  kind: 'translation',
  input: z.object({ translationId: z.string() }),
  steps: ['read', 'translate', 'write'],
  attempts: 3,
  timeoutMs: 2 * 60 * 60 * 1000,
  async run(job, jobContext) {
    await job.step('read');
    const { translator, signal } = jobContext;
    if (!translator) {
      throw new JobFailure(NO_TRANSLATOR.code, NO_TRANSLATOR.message, NO_TRANSLATOR.remedy);
    }
    const context = await contextOfJob(job, jobContext);
    const run = await TranslationRun.begin(context, job, translator, signal);
    await job.step('translate');
    await run.translate();
    await job.step('write');
    return run.write();
  },
  onEnd: endRun,
});
