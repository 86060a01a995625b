/** Limits of a pool, and `crash` for a process that ended for another reason. */
export type WorkerLimit = 'time' | 'memory' | 'queue' | 'crash';

/** Work that was given up because it reached a limit of its pool; the others go on. */
export class WorkerLimitError extends Error {
  override name = 'WorkerLimitError';
  readonly limit: WorkerLimit;

  private constructor(limit: WorkerLimit, message: string) {
    super(message);
    this.limit = limit;
  }

  /**
   * Whether the server is the reason, not what it was given: the same work may succeed in a moment.
   */
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
   * The limit at which a process ended.
   *
   * @param end.reason the limit that it was ended for; '' for none
   * @param end.signal the signal that ended it, or its status
   */
  static ofEnd(
    { reason, signal }: { reason: string; signal: string },
    { cpuMs, memoryMb }: { cpuMs: number; memoryMb: number },
  ): WorkerLimitError {
    if (reason === 'time') {
      return new WorkerLimitError('time', `It took more than ${cpuMs / 1000} seconds.`);
    }
    // V8 aborts where there is no room in the heap.
    if (reason === 'memory' || signal === 'SIGABRT' || signal === 'status 134') {
      return new WorkerLimitError('memory', `It took more than ${memoryMb} MiB of memory.`);
    }
    return WorkerLimitError.crash(signal);
  }
}
