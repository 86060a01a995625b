/** Work that was given up because it reached a limit of its pool; the threads go on with others. */
export class WorkerLimitError extends Error {
  override name = 'WorkerLimitError';
  readonly limit: 'time' | 'memory' | 'queue';

  private constructor(limit: WorkerLimitError['limit'], message: string) {
    super(message);
    this.limit = limit;
  }

  static ofQueue(queueMax: number): WorkerLimitError {
    return new WorkerLimitError('queue', `${queueMax} others wait already.`);
  }

  /** The limit that an error of a thread is about; null for all other errors. */
  static of(
    error: unknown,
    { timeoutMs, memoryMb }: { timeoutMs: number; memoryMb: number },
  ): WorkerLimitError | null {
    if (!(error instanceof Error)) return null;
    if (error.name === 'AbortError') {
      return new WorkerLimitError('time', `It took more than ${timeoutMs / 1000} seconds.`);
    }
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') {
      return new WorkerLimitError('memory', `It took more than ${memoryMb} MiB of memory.`);
    }
    return null;
  }
}
