import { createTurns, inTurn } from '../lib/in-turn.ts';
import type { Works } from './worker-messages.ts';
import { createWorkerPool, type WorkerPoolOptions } from './worker-pool.ts';

export interface ProcessForLargeOptions extends Omit<WorkerPoolOptions, 'processes' | 'queueMax'> {
  /**
   * Size up to which work is done in this process: it takes a few milliseconds, and to copy what it
   * is about between processes takes a part of that.
   */
  smallMax: number;
}

/** Runs a function of the module, in one process or the other. */
type Run<Module extends Works<keyof Module>> = <Name extends keyof Module & string>(
  name: Name,
  input: Parameters<Module[Name]>[0],
) => Promise<Awaited<ReturnType<Module[Name]>>>;

/**
 * Does work when its turn comes.
 *
 * @param size says whether it is small
 * @throws what the work throws; WorkerLimitError when it is large and takes too much time or memory
 */
export type DoBySize<Module extends Works<keyof Module>> = <Result>(
  size: number,
  work: (run: Run<Module>) => Result | Promise<Result>,
) => Promise<Result>;

/**
 * Creates a process for what is large of work that is mostly small: this process does the rest by
 * itself, in turn with its other heavy work. What waits asks nothing before its turn comes.
 */
export function createProcessForLarge<Module extends Works<keyof Module>>(
  works: Module,
  { smallMax, ...options }: ProcessForLargeOptions,
): DoBySize<Module> {
  const pool = createWorkerPool<Module>({ ...options, processes: 1, queueMax: 0 });
  const inProcess = createTurns();
  const here: Run<Module> = async (name, input) => (await works[name](input)) as never;
  const there: Run<Module> = (name, input) => pool.run(name, input);
  return (size, work) =>
    size <= smallMax ? inTurn(() => work(here)) : inProcess(() => work(there));
}
