import { builder } from '../../builder.ts';
import { notFound } from '../../errors.ts';
import { payloadRow } from '../../pagination/payload-row.ts';
import { jobSource } from '../jobs/job-source.ts';
import { Job } from '../jobs/job.ts';
import { LiveEvents, type LiveEvent } from './live-events.ts';

const JobEvent = builder.objectRef<LiveEvent>('JobEvent').implement({
  description: 'An event of a job.',
  fields: (t) => ({
    job: t.field({
      type: Job,
      description: 'The job as it is now.',
      ...payloadRow({ source: jobSource, key: 'id', visibleTo: 'viewer' }),
    }),
  }),
});

builder.subscriptionField('job', (t) =>
  t.field({
    type: JobEvent,
    description:
      'A job, now and after every change of its state, its progress or its results. The stream ' +
      'ends with `NOT_FOUND` when the viewer may no longer see it.',
    args: { id: t.arg.id({ required: true, description: 'Id of the job.' }) },
    // The first event checks who may see it, as all others do.
    subscribe: (_root, { id }, context) => LiveEvents.open(context, { id, parts: ['progress'] }),
    resolve: async (event, _args, { loaders }) => {
      if (!(await loaders.one(jobSource, event.id))) throw notFound('job', event.id);
      return event;
    },
  }),
);
