import { z } from 'zod';
import { defineJob } from '../../jobs/job-definition.ts';
import { contextOfJob } from '../jobs/context-of-job.ts';
import { endRun } from './end-run.ts';
import { TranslationRun } from './run/translation-run.ts';

/**
 * Job of a translation run. Translated texts are kept on failure, so that the next run continues.
 */
export const translateSpace = defineJob({
  kind: 'translation',
  input: z.object({ translationId: z.string() }),
  steps: ['read', 'translate', 'write'],
  attempts: 3,
  timeoutMs: 2 * 60 * 60 * 1000,
  async run(job, jobContext) {
    await job.step('read');
    const { translator, signal } = jobContext;
    const context = await contextOfJob(job, jobContext);
    const run = await TranslationRun.begin(context, job, translator, signal);
    await job.step('translate');
    await run.translate();
    await job.step('write');
    return run.write();
  },
  onEnd: endRun,
});
