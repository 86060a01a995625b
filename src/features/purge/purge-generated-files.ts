import type { JobContext } from '../../jobs/scheduled-job.ts';
import { repeat } from '../../jobs/repeat.ts';
import { removeGeneratedFiles } from '../content/downloads/generated-files.ts';

/** Deletes files generated from content, such as PDFs, that are no longer requested. */
export async function purgeGeneratedFiles({ db, log, signal }: JobContext): Promise<void> {
  const removed = await repeat(signal, () => removeGeneratedFiles(db));
  if (removed > 0) log.info({ files: removed }, 'files that nobody asked for were deleted');
}
