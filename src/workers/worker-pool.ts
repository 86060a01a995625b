import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTurns } from '../lib/in-turn.ts';
import { WorkerLimitError } from './worker-limit-error.ts';
import type { Ask, AskingWorks } from './worker-messages.ts';
import { WorkerProcess } from './worker-process.ts';

/** How long a process without work is kept where processes do not stay, in milliseconds. */
const IDLE_MS = 30_000;
/** How often work is begun whose process ends for no reason of its own. */
const ATTEMPTS_MAX = 3;

export interface WorkerPoolOptions {
  /** The module of the functions, beside the one that names it: `./typeset.worker.ts`. */
  module: `./${string}.worker.ts`;
  /** `import.meta.url` of the module that names it. */
  from: string;
  /** Most processes at once; they start with the first work. */
  processes: number;
  /** How much work waits for a process at most. */
  queueMax: number;
  /** Most memory of a process, in MiB. */
  memoryMb: number;
  /** Whether processes stay when there is no work: for work that somebody waits for. */
  stays?: boolean;
  /** Most CPU time of some work, in milliseconds: neither waiting nor starting counts. */
  cpuMs: number;
}

interface WorkOptions {
  /** Answers what the work asks; work that asks is begun once only. */
  answer?: Ask;
  /** Gives up the work, with its process. */
  signal?: AbortSignal;
}

export interface WorkerPool<Module extends AskingWorks<keyof Module>> {
  /**
   * Runs a function of the module in a process. Its argument and its result are copied; of an error
   * only the message comes back, so what a caller is to learn is a result. The function depends on
   * its argument alone: when its process is killed, it is begun anew.
   *
   * @throws WorkerLimitError when it takes too much time or memory, too many wait already, or its
   *   process was killed every time
   */
  run<Name extends keyof Module & string>(
    name: Name,
    input: Parameters<Module[Name]>[0],
    options?: WorkOptions,
  ): Promise<Awaited<ReturnType<Module[Name]>>>;
}

/**
 * Creates a pool of processes for work of unbounded size (markdown, HTML, archives, typesetting):
 * one bad document neither stalls nor ends this process. They are no threads, since Node aborts
 * when it ends a thread in the middle of native work, and does not know the CPU time of a thread.
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
  const turns = createTurns(processes);
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

/** Does work anew whose process ended for no reason of its own. */
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

/** The module as a process can load it: a build has JavaScript in the place of the sources. */
function compiledModule(module: string, from: string): URL {
  const extension = path.extname(fileURLToPath(from));
  return new URL(module.replace(/\.ts$/, extension), from);
}
