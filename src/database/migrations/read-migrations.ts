import fs from 'node:fs';
import path from 'node:path';
import { sha256 } from '../../lib/hash.ts';
import { packageFolder } from '../../lib/package-folder.ts';
import { DatabaseStartError } from '../database-start-error.ts';

/** A folder of `prisma/migrations`. */
export interface Migration {
  name: string;
  sql: string;
  /** SHA-256 of the file in hexadecimal, as Prisma records it. */
  checksum: string;
  /** Checksums of the same file with either line ending, which Prisma takes for the same. */
  equivalentChecksums: string[];
}

/** Reads all migrations in the order in which they are applied. */
export function readMigrations(folder: string): Migration[] {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted()
    .map((name) => readMigration(folder, name));
}

/** `prisma/migrations` of this package, from the sources and from the compiled files alike. */
export function findMigrationsFolder(): string {
  return path.join(packageFolder(), 'prisma', 'migrations');
}

function readMigration(folder: string, name: string): Migration {
  let sql: string;
  try {
    sql = fs.readFileSync(path.join(folder, name, 'migration.sql'), 'utf8');
  } catch (error) {
    throw new DatabaseStartError(
      `The migration ${name} has no readable migration.sql in ${folder}. Restore the file, or ` +
        'remove the folder when the migration was never applied anywhere.',
      { cause: error },
    );
  }
  const unix = sql.replaceAll('\r\n', '\n');
  const windows = unix.replaceAll('\n', '\r\n');
  const equivalentChecksums = [sql, unix, windows].map((text) => sha256(text));
  return { name, sql, checksum: sha256(sql), equivalentChecksums };
}
