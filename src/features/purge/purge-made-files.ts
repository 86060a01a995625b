import type { JobContext } from '../../jobs/scheduled-job.ts';
import { repeat } from '../../jobs/repeat.ts';
import { removeMadeFiles } from '../content/downloads/made-files.ts';

/** Deletes files generated from content, such as PDFs, that are no longer requested. */
export async function purgeMadeFiles({ db, log, signal }: JobContext): Promise<void> {
  const removed = await repeat(signal, () => removeMadeFiles(db));
  if (removed > 0) log.info({ files: removed }, 'files that nobody asked for were deleted');
}
