/** Asks the parent process of a worker a question. */
export type Ask = (question: unknown) => Promise<unknown>;

/** Functions of one argument, by name. */
export type Works<Names extends PropertyKey> = Readonly<Record<Names, (input: never) => unknown>>;

/** Functions of a worker module, which may ask the parent process questions. */
export type AskingWorks<Names extends PropertyKey> = Readonly<
  Record<Names, (input: never, ask: Ask) => unknown>
>;

/** A message to a worker: work, or the answer to a question. */
export type ToWorker =
  | { name: string; input: unknown; cpuMs: number }
  | { question: number; value: unknown }
  | { question: number; error: string };

/** A message from a worker: the outcome of its work with its memory in bytes, or a question. */
export type FromWorker =
  | { result: unknown; rss: number }
  | { error: { message: string; stack: string }; rss: number }
  | { question: number; value: unknown };
