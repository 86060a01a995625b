import { AppError, type ErrorCode } from '../errors.ts';

/** Codes of transient write errors. */
const passing: ReadonlySet<ErrorCode> = new Set(['STALE_REVISION', 'SERVICE_UNAVAILABLE']);

/**
 * Failure that ends a job. The message is for the user who started it, and contains no credentials
 * or internals of docgraph.
 */
export class JobFailure extends Error {
  override name = 'JobFailure';
  /** Stable upper-case code for programs, such as `BRANCH_NOT_FOUND`. */
  readonly code: string;
  /** Recommended action. */
  readonly remedy: string;
  /** Whether the failure is transient: the job is retried while it has attempts left. */
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

  /** Converts an error to a failure. Only errors meant for callers keep their messages. */
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
