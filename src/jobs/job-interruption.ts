/** Somebody cancelled the job: it ends as cancelled. */
export class JobCancelled extends Error {
  override name = 'JobCancelled';
  override message = 'The job was cancelled.';
}

/** The job is not this run's any more: it was deleted, has ended, or another worker runs it. */
export class JobSuperseded extends Error {
  override name = 'JobSuperseded';
  override message = 'Another run of the job is under way, or the job is gone.';
}

/** The worker stops: the job runs again later, and this run does not count. */
export class WorkerStops extends Error {
  override name = 'WorkerStops';
  override message = 'The worker stops.';
}
