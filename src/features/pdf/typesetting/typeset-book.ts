import { createWorkerPool } from '../../../workers/worker-pool.ts';
import type { Book } from '../book.ts';
import type * as typesetting from './typeset.worker.ts';

/**
 * One hundred pages take two seconds of CPU; ten thousand table rows take five
 * seconds and 900 MiB.
 */
const pool = createWorkerPool<typeof typesetting>({
  module: './typeset.worker.ts',
  from: import.meta.url,
  processes: 2,
  queueMax: 6,
  memoryMb: 1536,
  cpuMs: 120_000,
});

/**
 * Typesets a book as a PDF in another process. Equal books produce equal bytes.
 *
 * @throws WorkerLimitError over the time or memory limit, with a full queue, or when the process is
 *   killed on every attempt
 */
export function typesetBook(book: Book): Promise<Uint8Array<ArrayBuffer>> {
  return pool.run('typeset', book);
}
