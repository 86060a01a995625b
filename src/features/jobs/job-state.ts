import { builder } from '../../builder.ts';

export const JobState = builder.enumType('JobState', {
  description: 'How far a job is.',
  values: {
    PENDING: { value: 'pending', description: 'It waits for a worker, or for its next attempt.' },
    RUNNING: { value: 'running', description: 'A worker runs it.' },
    DONE: { value: 'done', description: 'It did what it was to do.' },
    FAILED: { value: 'failed', description: 'It did not: `error` says why, and what to do.' },
    CANCELLED: { value: 'cancelled', description: 'Somebody cancelled it.' },
  } as const,
});

export type JobStateValue = 'pending' | 'running' | 'done' | 'failed' | 'cancelled';
