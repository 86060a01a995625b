import { builder } from '../../builder.ts';
import { cancelJob } from './cancel-job.ts';
import { Job } from './job.ts';

builder.relayMutationField(
  'cancelJob',
  {
    description: 'Job to cancel.',
    inputFields: (t) => ({
      jobId: t.id({ required: true, description: 'Id of the job.' }),
    }),
  },
  {
    description:
      'Cancels a job: one that waits ends at once, one that runs ends soon. What it has written ' +
      'stays. Needs the same as seeing it.',
    resolve: (_root, { input }, context) => cancelJob(context, input.jobId),
  },
  {
    description: 'Payload of `cancelJob`.',
    outputFields: (t) => ({
      job: t.field({
        type: Job,
        description: 'The job as it is now.',
        resolve: (job) => job,
      }),
    }),
  },
);
