import { createWorkerPool } from '../../../workers/worker-pool.ts';
import type { Book } from '../book.ts';
import type * as typesetting from './typeset.worker.ts';

/** A hundred pages take ten seconds of CPU; ten thousand rows of a table take 30, and 500 MiB. */
const pool = createWorkerPool<typeof typesetting>({
  module: './typeset.worker.ts',
  from: import.meta.url,
  processes: 2,
  queueMax: 6,
  memoryMb: 1536,
  cpuMs: 120_000,
});

/**
 * Sets a book as a PDF, in another process. Equal books make equal bytes.
 *
 * @throws WorkerLimitError when it takes too long or too much memory, too many others wait, or its
 *   process is killed each time
 */
export function typesetBook(book: Book): Promise<Uint8Array<ArrayBuffer>> {
  return pool.run('typeset', book);
}
