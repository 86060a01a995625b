import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { WorkerLimitError } from './worker-limit-error.ts';

/** How long a thread without work is kept where threads do not stay, in milliseconds. */
const IDLE_MS = 30_000;

/** What a module does in a thread: functions of one argument, by their names. */
export type Works<Names extends PropertyKey> = Readonly<Record<Names, (input: never) => unknown>>;

export interface WorkerPoolOptions {
  /** The module of the functions, beside the one that names it: `./typeset.worker.ts`. */
  module: `./${string}.worker.ts`;
  /** `import.meta.url` of the module that names it. */
  from: string;
  /** Most threads at once; they start with the first work. */
  threads: number;
  /** How much work waits for a thread at most. */
  queueMax: number;
  /** Most memory of a thread, in MiB. */
  memoryMb: number;
  /** Whether threads stay when there is no work: for work that somebody waits for. */
  stays?: boolean;
  /** Longest time from a call to its answer, in milliseconds: waiting for a thread counts. */
  timeoutMs: number;
}

interface WorkOptions {
  transfer?: readonly Transferable[];
  signal?: AbortSignal;
}

export interface WorkerPool<Module extends Works<keyof Module>> {
  /**
   * Runs a function of the module in a thread. Its argument and its result are copied between the
   * threads; of an error only the message comes back, so what a caller is to learn is a result.
   *
   * @param options.transfer what of the argument goes to the thread, such as a port
   * @param options.signal gives the work up, with its thread
   * @throws WorkerLimitError when it takes too much time or memory, or too many wait already
   */
  run<Name extends keyof Module & string>(
    name: Name,
    input: Parameters<Module[Name]>[0],
    options?: WorkOptions,
  ): Promise<Awaited<ReturnType<Module[Name]>>>;
  /** Ends the threads, and gives up what runs. */
  stop(): Promise<void>;
}

/**
 * Threads for work of unbounded size (markdown, HTML, typesetting): one bad document neither stalls
 * nor ends this process.
 */
export function createWorkerPool<Module extends Works<keyof Module>>({
  module,
  from,
  threads,
  queueMax,
  memoryMb,
  stays = false,
  timeoutMs,
}: WorkerPoolOptions): WorkerPool<Module> {
  const pool = new Piscina({
    filename: compiledModule(module, from).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: stays ? Infinity : IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    execArgv: compilerArguments(from),
    // A thread that waits is not to hold back what still fails of the work before: the next would.
    atomics: 'disabled',
  });
  // What fails in a thread behind an answer ends that thread alone; the next work starts another.
  pool.on('error', () => undefined);
  let underWay = 0;
  return {
    async run(name, input, { transfer = [], signal } = {}) {
      if (underWay >= threads + queueMax) throw WorkerLimitError.ofQueue(queueMax);
      underWay += 1;
      try {
        const signals = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
        const options = { name, signal: AbortSignal.any(signals), transferList: [...transfer] };
        return (await pool.run(input, options)) as never;
      } catch (error) {
        signal?.throwIfAborted();
        throw WorkerLimitError.of(error, { timeoutMs, memoryMb }) ?? error;
      } finally {
        underWay -= 1;
      }
    },
    stop: () => pool.destroy(),
  };
}

/** The module as the process can load it: a build has JavaScript in the place of the sources. */
function compiledModule(module: string, from: string): URL {
  const extension = path.extname(fileURLToPath(from));
  return new URL(module.replace(/\.ts$/, extension), from);
}

/** Threads compile sources by themselves: what compiles them in this one does not reach there. */
function compilerArguments(from: string): string[] {
  if (!from.endsWith('.ts')) return [];
  return ['--import', new URL('./compile-sources.mjs', import.meta.url).href];
}
