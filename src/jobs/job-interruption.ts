/** Interruption of a cancelled job. */
export class JobCancelled extends Error {
  override name = 'JobCancelled';
  override message = 'The job was cancelled.';
}

/** Interruption of a run whose job was deleted, has ended, or runs on another worker. */
export class JobSuperseded extends Error {
  override name = 'JobSuperseded';
  override message = 'Another run of the job is under way, or the job is gone.';
}

/** Interruption by a stopping worker: the job runs again later, and this run does not count. */
export class WorkerStops extends Error {
  override name = 'WorkerStops';
  override message = 'The worker stops.';
}
