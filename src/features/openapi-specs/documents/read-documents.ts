import { JobFailure } from '../../../jobs/job-failure.ts';
import { createTurns } from '../../../lib/in-turn.ts';
import { WorkerLimitError } from '../../../workers/worker-limit-error.ts';
import { createWorkerPool } from '../../../workers/worker-pool.ts';
import type * as documents from './documents.worker.ts';
import type { CheckedDocument, NamedFile, Outcome } from './documents.worker.ts';
import type { DocumentFile, SourceFile } from './document-file.ts';

/**
 * One document after the other: what somebody else wrote takes the memory of one. They wait outside
 * of the thread, so that no limit counts the time of another.
 */
const inTurn = createTurns();
const thread = createWorkerPool<typeof documents>({
  module: './documents.worker.ts',
  from: import.meta.url,
  threads: 1,
  queueMax: 0,
  memoryMb: 1536,
  timeoutMs: 120_000,
});

/**
 * Reads a file in a thread.
 *
 * @param shown how the file is called in a failure
 * @throws JobFailure `PARSE_ERROR`
 */
export function readInThread(source: SourceFile, shown: string): Promise<DocumentFile> {
  return resultOf(
    inTurn(() => thread.run('read', source)),
    shown,
  );
}

/**
 * Makes one document of files, and checks it, in a thread.
 *
 * @throws JobFailure `PARSE_ERROR`
 */
export function checkInThread(
  files: readonly NamedFile[],
  specId: string,
  shown: string,
): Promise<CheckedDocument> {
  return resultOf(
    inTurn(() => thread.run('check', { files, specId })),
    shown,
  );
}

async function resultOf<Result>(work: Promise<Outcome<Result>>, shown: string): Promise<Result> {
  try {
    const outcome = await work;
    if ('result' in outcome) return outcome.result;
    throw parseFailure(`${shown} ${outcome.problem}.`);
  } catch (error) {
    if (!(error instanceof WorkerLimitError)) throw error;
    throw parseFailure(`${shown} cannot be read: ${error.message}`);
  }
}

function parseFailure(message: string): JobFailure {
  return new JobFailure(
    'PARSE_ERROR',
    message,
    'Correct the specification where the message says, then put its source once more.',
  );
}
