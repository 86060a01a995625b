import { JobFailure } from '../../../jobs/job-failure.ts';
import { serverTrouble } from '../../../workers/server-trouble.ts';
import { WorkerLimitError } from '../../../workers/worker-limit-error.ts';
import { createWorkerPool } from '../../../workers/worker-pool.ts';
import type * as documents from './documents.worker.ts';
import type { CheckedDocument, NamedFile, DocumentOutcome } from './documents.worker.ts';
import type { DocumentFile, SourceFile } from './document-file.ts';

/** Documents are processed one at a time, so that untrusted input uses the memory of one. */
const pool = createWorkerPool<typeof documents>({
  module: './documents.worker.ts',
  from: import.meta.url,
  processes: 1,
  queueMax: Infinity,
  memoryMb: 1536,
  cpuMs: 120_000,
});

/**
 * Reads a file in another process.
 *
 * @param shown name of the file in a failure
 * @throws JobFailure `PARSE_ERROR`; SERVICE_UNAVAILABLE when the process is killed on every attempt
 */
export function readInProcess(source: SourceFile, shown: string): Promise<DocumentFile> {
  return resultOf(pool.run('read', source), shown);
}

/**
 * Bundles and validates files in another process.
 *
 * @throws JobFailure `PARSE_ERROR`; SERVICE_UNAVAILABLE when the process is killed on every attempt
 */
export function checkInProcess(
  files: readonly NamedFile[],
  specId: string,
  shown: string,
): Promise<CheckedDocument> {
  return resultOf(pool.run('check', { files, specId }), shown);
}

async function resultOf<Result>(
  work: Promise<DocumentOutcome<Result>>,
  shown: string,
): Promise<Result> {
  try {
    const outcome = await work;
    if ('result' in outcome) return outcome.result;
    throw parseFailure(`${shown} ${outcome.problem}.`);
  } catch (error) {
    if (!(error instanceof WorkerLimitError)) throw error;
    if (error.isOfServer) throw serverTrouble(`${shown} could not be read`, error);
    throw parseFailure(`${shown} cannot be read: ${error.message}`);
  }
}

function parseFailure(message: string): JobFailure {
  return new JobFailure(
    'PARSE_ERROR',
    message,
    'Correct the specification where the message says, then set its source again.',
  );
}
