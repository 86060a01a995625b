import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSerialQueue } from '../lib/serially.ts';
import { WorkerLimitError } from './worker-limit-error.ts';
import type { Ask, AskingWorks } from './worker-messages.ts';
import { WorkerProcess } from './worker-process.ts';

/** Time after which an idle process ends, in milliseconds, unless `stays` is set. */
const IDLE_MS = 30_000;
/** Maximum number of attempts for work whose process crashes. */
const ATTEMPTS_MAX = 3;

export interface WorkerPoolOptions {
  /** The module of the functions, relative to `from`: `./typeset.worker.ts`. */
  module: `./${string}.worker.ts`;
  /** `import.meta.url` of the calling module. */
  from: string;
  /** Maximum number of processes; they start with the first work. */
  processes: number;
  /** Maximum number of work items that wait for a process. */
  queueMax: number;
  /** Memory limit of a process, in MiB. */
  memoryMb: number;
  /** Whether idle processes stay, for work that a request waits for. */
  stays?: boolean;
  /** CPU time limit of a work item, in milliseconds; excludes waiting and startup. */
  cpuMs: number;
}

interface WorkOptions {
  /** Answers questions of the work. Such work is never retried. */
  answer?: Ask;
  /** Aborts the work, and ends its process. */
  signal?: AbortSignal;
}

export interface WorkerPool<Module extends AskingWorks<keyof Module>> {
  /**
   * Runs a function of the module in a process. Its argument and result are copied. An error keeps
   * only its message, so a function returns what callers must learn. The function must depend on
   * its argument alone: it is run again if its process is killed.
   *
   * @throws WorkerLimitError if it exceeds its time or memory, if the queue is full, or if every
   *   attempt crashed
   */
  run<Name extends keyof Module & string>(
    name: Name,
    input: Parameters<Module[Name]>[0],
    options?: WorkOptions,
  ): Promise<Awaited<ReturnType<Module[Name]>>>;
}

/**
 * Creates a pool of processes for work of unbounded size (markdown, HTML, archives, typesetting): a
 * bad document neither blocks nor ends this process. Threads do not suffice: Node aborts if a
 * thread is ended during native work, and does not measure a thread's CPU time.
 */
export function createWorkerPool<Module extends AskingWorks<keyof Module>>({
  module,
  from,
  processes,
  queueMax,
  memoryMb,
  stays = false,
  cpuMs,
}: WorkerPoolOptions): WorkerPool<Module> {
  const idle = new Map<WorkerProcess, NodeJS.Timeout | undefined>();
  const turns = createSerialQueue(processes);
  let underWay = 0;

  const take = (): WorkerProcess => {
    for (const [one, timer] of idle) {
      clearTimeout(timer);
      idle.delete(one);
      if (one.isFit) return one;
    }
    return new WorkerProcess({ module: compiledModule(module, from), memoryMb });
  };
  const giveBack = (one: WorkerProcess) => {
    if (!one.isFit) return;
    const end = () => {
      idle.delete(one);
      one.end();
    };
    idle.set(one, stays ? undefined : setTimeout(end, IDLE_MS).unref());
  };

  return {
    async run(name, input, options = {}) {
      if (underWay >= processes + queueMax) throw WorkerLimitError.ofQueue(queueMax);
      underWay += 1;
      try {
        return (await turns(() =>
          attempt(options.answer ? 1 : ATTEMPTS_MAX, async () => {
            const one = take();
            try {
              return await one.run({ name, input, cpuMs, ...options });
            } finally {
              giveBack(one);
            }
          }),
        )) as never;
      } finally {
        underWay -= 1;
      }
    },
  };
}

/** Retries work whose process crashed. */
async function attempt<Result>(times: number, work: () => Promise<Result>): Promise<Result> {
  for (let left = times; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      const isCrash = error instanceof WorkerLimitError && error.limit === 'crash';
      if (!isCrash || left === 1) throw error;
    }
  }
}

/** Returns the URL of the module that a process loads: JavaScript in a build, else TypeScript. */
function compiledModule(module: string, from: string): URL {
  const extension = path.extname(fileURLToPath(from));
  return new URL(module.replace(/\.ts$/, extension), from);
}
