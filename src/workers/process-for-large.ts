import { createSerialQueue, serially } from '../lib/serially.ts';
import type { Works } from './worker-messages.ts';
import { createWorkerPool, type WorkerPoolOptions } from './worker-pool.ts';

export interface ProcessForLargeOptions extends Omit<WorkerPoolOptions, 'processes' | 'queueMax'> {
  /**
   * Maximum size of work for this process. Such work takes a few milliseconds, and copying its data
   * to another process would take a good part of that.
   */
  smallMax: number;
}

/** Runs a function of the module, in this process or in the other. */
type Run<Module extends Works<keyof Module>> = <Name extends keyof Module & string>(
  name: Name,
  input: Parameters<Module[Name]>[0],
) => Promise<Awaited<ReturnType<Module[Name]>>>;

/**
 * Runs work in its turn.
 *
 * @param size decides which process runs it
 * @throws the work's error; WorkerLimitError if large work exceeds its time or memory
 */
export type DoBySize<Module extends Works<keyof Module>> = <Result>(
  size: number,
  work: (run: Run<Module>) => Result | Promise<Result>,
) => Promise<Result>;

/**
 * Creates a process for the large part of mostly small work. This process runs the small part,
 * serially with its other heavy work. Work sends no query before its turn.
 *
 * @param load loads the module, when this process runs the first work
 */
export function createProcessForLarge<Module extends Works<keyof Module>>(
  load: () => Promise<Module>,
  { smallMax, ...options }: ProcessForLargeOptions,
): DoBySize<Module> {
  const pool = createWorkerPool<Module>({ ...options, processes: 1, queueMax: 0 });
  const inProcess = createSerialQueue();
  const here: Run<Module> = async (name, input) => (await (await load())[name](input)) as never;
  const there: Run<Module> = (name, input) => pool.run(name, input);
  return (size, work) =>
    size <= smallMax ? serially(() => work(here)) : inProcess(() => work(there));
}
