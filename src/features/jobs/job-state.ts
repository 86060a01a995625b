import { enumType } from '../../builder/declare-types.ts';

export const JobState = enumType('JobState', 'State of a job.', {
  pending: 'Waiting for a worker or for the next attempt.',
  running: 'Running on a worker.',
  done: 'Completed successfully.',
  failed: 'Failed; `error` contains the reason and the remedy.',
  cancelled: 'Cancelled by a user.',
});

export type JobStateValue = 'pending' | 'running' | 'done' | 'failed' | 'cancelled';
