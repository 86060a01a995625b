import { mutationField, returnedField } from '../../builder/mutation-field.ts';
import { cancelJob } from './cancel-job.ts';
import { Job } from './job.ts';

mutationField('cancelJob', {
  description:
    'Cancels a job: a waiting job ends at once, a running one soon. What it has written stays. Everybody who sees the job may cancel it.',
  inputDescription: 'Job to cancel.',
  inputFields: (t) => ({ jobId: t.id({ required: true, description: 'Id of the job.' }) }),
  resolve: (input, context) => cancelJob(context, input.jobId),
  payload: (t) => ({ job: returnedField(t, Job, 'The job as it is now.') }),
});
