import type { Row } from '../../../builder.ts';
import type { Database, PrismaTransaction } from '../../../database/database.ts';
import { runTransaction } from '../../../database/run-transaction.ts';
import { defineJob, type EndedJob, type RunningJob } from '../../../jobs/job-definition.ts';
import type { JobContext } from '../../../jobs/scheduled-job.ts';
import { loadBlobs } from '../../../revisions/store/content-store.ts';
import { refreshComputedPages } from '../computed/refresh-computed-pages.ts';
import { checkInProcess } from '../documents/read-documents.ts';
import { openAddress, sealAddress } from '../source-columns.ts';
import { collectFiles, type FileSource } from './collect-files.ts';
import { processingInput, type ProcessingInput } from './processing-input.ts';
import {
  finishProcessing,
  lockCurrentSource,
  storeParts,
  storeVersion,
  type VersionParts,
} from './store-version.ts';

const SUPERSEDED = 'The specification got another source, or was deleted.';

/**
 * Job that fetches an OpenAPI specification with all its files, validates it, and stores a new
 * version if the content has changed. On failure the specification keeps its version and becomes
 * complete again.
 */
export const processOpenApiSpec = defineJob({
  kind: 'openapi-process',
  input: processingInput,
  steps: ['fetch', 'check', 'store'],
  attempts: 3,
  timeoutMs: 5 * 60_000,
  async run(job, context) {
    await job.step('fetch');
    const spec = await begin(job, context);
    if (!spec) return SUPERSEDED;
    const source = await sourceOf(spec, context);
    const collected = await collectFiles(source, {
      ...{ web: context.web, signal: context.signal },
      onFile: (done) => job.step('fetch', done),
    });
    if (!collected) return finish(job, context, null);
    const { files, tag } = collected;
    await job.report(...files.map(({ path }) => ({ path, outcome: 'read' })));
    await job.step('check');
    const checked = await checkInProcess(files, spec.id, nameOf(spec));
    await job.step('store');
    const parts = await storeParts(context.db, files, checked);
    const message = await finish(job, context, { parts, tag });
    await refreshComputedPages(context);
    return message;
  },
  onEnd: endProcessing,
});

/** Marks a specification as being processed; returns null if its source has been replaced. */
function begin(
  job: RunningJob<ProcessingInput>,
  { db }: JobContext,
): Promise<Row<'OpenApiSpec'> | null> {
  return runTransaction(db, async (transaction) => {
    await job.hold(transaction);
    const spec = await lockCurrentSource(transaction, job.input);
    if (!spec) return null;
    const data = { processingState: 'progress', ...(await encryptedQuery(db, spec)) };
    return transaction.openApiSpec.update({ where: { id: spec.id }, data });
  });
}

/** Encrypts the query of an address, which earlier versions stored in plain text. */
async function encryptedQuery(db: Database, { sourceUrl, sourceSecret }: Row<'OpenApiSpec'>) {
  if (!sourceUrl?.includes('?')) return {};
  const { url, authorization } = await openAddress(db, { sourceUrl, sourceSecret });
  return sealAddress(db, url, authorization);
}

async function sourceOf(spec: Row<'OpenApiSpec'>, { db }: JobContext): Promise<FileSource> {
  const { sourceUrl, sourceSecret, sourceText, sourceTag } = spec;
  if (sourceUrl === null) {
    const [text = Buffer.from('')] = await loadBlobs(db, [sourceText ?? '']);
    return { text };
  }
  // A failed source is processed again even if it has not changed.
  const tag = spec.lastProcessError === null ? sourceTag : null;
  return { ...(await openAddress(db, { sourceUrl, sourceSecret })), tag };
}

/**
 * Stores the outcome of a job.
 *
 * @param found null if the source is unchanged
 */
async function finish(
  job: RunningJob<ProcessingInput>,
  { db, now }: JobContext,
  found: { parts: VersionParts; tag: string | null } | null,
): Promise<string> {
  return runTransaction(db, async (transaction) => {
    await job.hold(transaction);
    const spec = await lockCurrentSource(transaction, job.input);
    if (!spec) return SUPERSEDED;
    const isNew = found !== null && (await storeVersion(transaction, spec, found.parts, now()));
    await finishProcessing(transaction, spec, {
      now: now(),
      error: null,
      ...(found && { tag: found.tag }),
    });
    return isNew ? 'There is a new version.' : 'The content is that of the latest version.';
  });
}

/** Ends the processing of a failed job; the specification keeps its version. */
async function endProcessing(
  transaction: PrismaTransaction,
  { input: key, end, error, endedAt }: EndedJob<ProcessingInput>,
): Promise<void> {
  if (end === 'done') return;
  const spec = await lockCurrentSource(transaction, key);
  if (!spec) return;
  const { code, message, remedy, step } = error ?? { ...CANCELLED, step: null };
  await finishProcessing(transaction, spec, {
    now: endedAt,
    error: { code: specErrorOf(code, step), message: `${message} ${remedy}` },
  });
}

const CANCELLED = {
  code: 'CANCELLED',
  message: 'Cancelled by a user.',
  remedy: 'Set the source again.',
};

/** Maps a job's error code to one of the three codes of the interface. */
function specErrorOf(code: string, step: string | null) {
  if (code === 'FETCH_TIMEOUT' || code === 'FETCH_ERROR' || code === 'PARSE_ERROR') return code;
  if (step !== null && step !== 'fetch') return 'PARSE_ERROR';
  return code === 'TIMEOUT' ? 'FETCH_TIMEOUT' : 'FETCH_ERROR';
}

/** Returns the name of a specification in failures. */
function nameOf({ slug }: Row<'OpenApiSpec'>): string {
  return `The specification "${slug}"`;
}
