import { z } from 'zod';

/** Version of the format of backups; a new one is needed if older versions could not restore it. */
export const BACKUP_FORMAT = 1;

/** Name of the file in a backup that describes the others. It is written last. */
export const MANIFEST_NAME = 'manifest.json';

/** Name of the file with the waiting jobs of the queue. */
export const QUEUE_NAME = 'queue.copy';

const rowCount = z.int().min(0);

/** The description of a backup: the moment, the version, and what each file contains. */
export const backupManifest = z.object({
  format: z.literal(BACKUP_FORMAT),
  /** Version of docgraph that made it. */
  docgraph: z.string(),
  /** Version of PostgreSQL that it was made on. */
  postgres: z.string(),
  /** Time of the snapshot. */
  takenAt: z.iso.datetime(),
  /** Names of the applied migrations, in the order in which they were applied. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: rowCount })),
  /** Number of waiting jobs; null if there was no queue yet. */
  jobs: rowCount.nullable(),
  /** The last value of each sequence that was used. */
  sequences: z.record(z.string(), z.string()),
});

export type BackupManifest = z.output<typeof backupManifest>;

/** Returns the name of the file with the rows of a table. */
export function fileOfTable(table: string): string {
  return `tables/${table}.copy`;
}

/** Returns how many rows a backup has. */
export function rowsOf({ tables }: BackupManifest): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}
