import { AppError, type ErrorCode } from '../errors.ts';

/** Errors of writes that pass when they are tried again. */
const passing: ReadonlySet<ErrorCode> = new Set(['STALE_REVISION', 'SERVICE_UNAVAILABLE']);

/**
 * Why a job failed, in words for whoever started it: no credentials, nothing of the inside of
 * docgraph. The job ends with it.
 */
export class JobFailure extends Error {
  override name = 'JobFailure';
  /** In capitals, such as `BRANCH_NOT_FOUND`; stays the same, so that programs can rely on it. */
  readonly code: string;
  /** What to do about it. */
  readonly remedy: string;
  /** Whether it may pass: the job runs again while it has attempts left. */
  readonly passing: boolean;

  constructor(
    code: string,
    message: string,
    remedy: string,
    options: { passing?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.remedy = remedy;
    this.passing = options.passing ?? false;
  }

  /** What an error comes to: only those that are meant for callers tell what happened. */
  static of(error: unknown): JobFailure {
    if (error instanceof JobFailure) return error;
    if (error instanceof AppError) {
      const remedy = 'Change what the message names, then start it again.';
      return new JobFailure(error.code, error.message, remedy, {
        passing: passing.has(error.code),
      });
    }
    return new JobFailure(
      'INTERNAL',
      'Something went wrong inside of docgraph.',
      'Start it again. If it fails again, tell those who run docgraph the id of the job.',
      { passing: true, cause: error },
    );
  }
}
