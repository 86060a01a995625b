import { stat } from 'node:fs/promises';
import path from 'node:path';
import { rowsOf, type BackupManifest } from '../database/backup/backup-manifest.ts';
import { createBackup } from '../database/backup/create-backup.ts';
import { queueCopySql } from '../jobs/copy-queue.ts';
import { pluralize } from '../lib/pluralize.ts';
import { readVersion } from '../version.ts';
import type { FileOptions } from './file-options.ts';
import type { ServerCommandDependencies } from './run-on-server.ts';

/** Writes everything in the database to a file. */
export async function runBackup(
  { file, json }: FileOptions,
  { openServer, signal, print }: ServerCommandDependencies,
): Promise<void> {
  const target = path.resolve(file);
  const { url } = await openServer();
  const options = { version: readVersion(), queue: queueCopySql, signal };
  const manifest = await createBackup(url, target, options);
  const { size: bytes } = await stat(target);
  if (json) print(JSON.stringify({ file: target, bytes, ...summarizeBackup(manifest) }));
  else print(`Wrote ${describeBackup(manifest)} to ${target}.`);
}

/** Returns the numbers of a backup. */
export function summarizeBackup(manifest: BackupManifest) {
  const { docgraph: version, takenAt, tables, jobs } = manifest;
  return { version, takenAt, tables: tables.length, rows: rowsOf(manifest), jobs: jobs ?? 0 };
}

/** Returns the numbers of a backup as words. */
export function describeBackup(manifest: BackupManifest): string {
  const { rows, tables, jobs } = summarizeBackup(manifest);
  return `${pluralize(rows, 'row')} of ${pluralize(tables, 'table')} and ${pluralize(jobs, 'waiting job')}`;
}
