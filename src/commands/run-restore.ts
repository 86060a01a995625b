import path from 'node:path';
import { openBackup } from '../database/backup/open-backup.ts';
import { planRestore, restoreBackup } from '../database/backup/restore-backup.ts';
import { findMigrationsFolder } from '../database/migrations/read-migrations.ts';
import { enqueueCopies, queueColumnsSql } from '../jobs/copy-queue.ts';
import { prepareQueue } from '../jobs/prepare-queue.ts';
import { pluralize } from '../lib/pluralize.ts';
import type { FileOptions } from './file-options.ts';
import { describeBackup, summarizeBackup } from './run-backup.ts';
import type { ServerCommandDependencies } from './run-on-server.ts';

/** Fills an empty database from a backup. */
export async function runRestore(
  { file, json }: FileOptions,
  { openServer, signal, log, print }: ServerCommandDependencies,
): Promise<void> {
  // Before a server starts: nothing is touched for a file that cannot be used.
  const source = path.resolve(file);
  const backup = await openBackup(source);
  try {
    const { manifest } = backup;
    const plan = planRestore(manifest, findMigrationsFolder());
    const { url } = await openServer();
    await restoreBackup(url, backup, {
      plan,
      enqueue: enqueueCopies,
      queueColumns: queueColumnsSql,
      prepareQueue: () => prepareQueue(url, log),
      signal,
    });
    const migrations = plan.after.length;
    if (json) {
      print(JSON.stringify({ file: source, ...summarizeBackup(manifest), migrations }));
    } else {
      print(`Restored ${describeBackup(manifest)}, as of ${manifest.takenAt}.`);
      if (migrations > 0) print(`Applied ${pluralize(migrations, 'later migration')}.`);
    }
  } finally {
    backup.close();
  }
}
