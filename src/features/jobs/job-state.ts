import { builder } from '../../builder.ts';

export const JobState = builder.enumType('JobState', {
  description: 'State of a job.',
  values: {
    PENDING: { value: 'pending', description: 'Waiting for a worker or for the next attempt.' },
    RUNNING: { value: 'running', description: 'Running on a worker.' },
    DONE: { value: 'done', description: 'Completed successfully.' },
    FAILED: { value: 'failed', description: 'Failed; `error` contains the reason and the remedy.' },
    CANCELLED: { value: 'cancelled', description: 'Cancelled by a user.' },
  } as const,
});

export type JobStateValue = 'pending' | 'running' | 'done' | 'failed' | 'cancelled';
