/** Asks the process that started a worker. */
export type Ask = (question: unknown) => Promise<unknown>;

/** Functions of one argument, by their names. */
export type Works<Names extends PropertyKey> = Readonly<Record<Names, (input: never) => unknown>>;

/** Functions of a module that run in a worker, and may ask the process that started it. */
export type AskingWorks<Names extends PropertyKey> = Readonly<
  Record<Names, (input: never, ask: Ask) => unknown>
>;

/** Message to a worker: work, or the answer to a question. */
export type ToWorker =
  | { name: string; input: unknown; cpuMs: number }
  | { question: number; value: unknown }
  | { question: number; error: string };

/** Message of a worker: the outcome of its work, with the bytes of its memory, or a question. */
export type FromWorker =
  | { result: unknown; rss: number }
  | { error: { message: string; stack: string }; rss: number }
  | { question: number; value: unknown };
