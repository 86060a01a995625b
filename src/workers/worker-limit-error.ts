/** A limit of a pool, or `crash` for a process that ended for another reason. */
export type WorkerLimit = 'time' | 'memory' | 'queue' | 'crash';

/** An error for work that reached a limit of its pool. */
export class WorkerLimitError extends Error {
  override name = 'WorkerLimitError';
  readonly limit: WorkerLimit;

  private constructor(limit: WorkerLimit, message: string) {
    super(message);
    this.limit = limit;
  }

  /** Whether the server caused the error, not the input: a retry may succeed. */
  get isOfServer(): boolean {
    return this.limit === 'queue' || this.limit === 'crash';
  }

  static ofQueue(queueMax: number): WorkerLimitError {
    return new WorkerLimitError('queue', `${queueMax} others wait already.`);
  }

  static crash(reason: string): WorkerLimitError {
    return new WorkerLimitError('crash', `The process that did it ended (${reason}).`);
  }

  /**
   * Creates the error for the limit that ended a process.
   *
   * @param end.reason the limit for which it ended itself; '' if none
   * @param end.signal the signal that ended it, or its exit status
   */
  static ofEnd(
    { reason, signal }: { reason: string; signal: string },
    { cpuMs, memoryMb }: { cpuMs: number; memoryMb: number },
  ): WorkerLimitError {
    if (reason === 'time') {
      return new WorkerLimitError('time', `It took more than ${cpuMs / 1000} seconds.`);
    }
    // V8 aborts if its heap is full.
    if (reason === 'memory' || signal === 'SIGABRT' || signal === 'status 134') {
      return new WorkerLimitError('memory', `It took more than ${memoryMb} MiB of memory.`);
    }
    return WorkerLimitError.crash(signal);
  }
}
