import type { JobContext } from '../../jobs/scheduled-job.ts';
import { repeat } from '../../jobs/repeat.ts';
import { collectContent } from '../../revisions/store/collect-content.ts';

/** Deletes content that no revision refers to. */
export async function purgeContent({ db, log, signal }: JobContext): Promise<void> {
  const looked = await repeat(signal, () => collectContent(db));
  if (looked > 0) log.info({ looked }, 'content that nothing refers to was deleted');
}
