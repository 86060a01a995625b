import { createWorkerPool } from '../../../workers/worker-pool.ts';
import type { Book } from '../book.ts';
import type * as typesetting from './typeset.worker.ts';

/** A hundred pages take ten seconds; ten thousand rows of a table take 30, and 500 MiB. */
const threads = createWorkerPool<typeof typesetting>({
  module: './typeset.worker.ts',
  from: import.meta.url,
  threads: 2,
  queueMax: 6,
  memoryMb: 1536,
  timeoutMs: 120_000,
});

/**
 * Sets a book as a PDF, in a thread of its own. Equal books make equal bytes.
 *
 * @throws WorkerLimitError when it takes too long or too much memory, or too many others wait
 */
export function typesetBook(book: Book): Promise<Uint8Array<ArrayBuffer>> {
  return threads.run('typeset', book);
}
