import fs from 'node:fs';
import path from 'node:path';
import { DatabaseStartError } from '../database-start-error.ts';

/**
 * Folder of root for files that PostgreSQL must reach if the data directory or the installation is
 * in a folder closed to other users. Not a temporary folder: systems delete old files from those,
 * which for a database is corruption.
 */
const SYSTEM_FOLDER = '/var/lib/docgraph';

/** Creates the system folder, open to readers whatever the umask says, and returns its path. */
export function ensureSystemFolder(): string {
  try {
    fs.mkdirSync(SYSTEM_FOLDER, { recursive: true });
    fs.chmodSync(SYSTEM_FOLDER, 0o755);
  } catch (error) {
    throw new DatabaseStartError(
      `PostgreSQL must not run as root, the data directory or the installation is closed to ` +
        `other users, and ${SYSTEM_FOLDER} cannot be written either. Start docgraph as a normal ` +
        'user, or move it and DATA_DIR to a folder that others may enter.',
      { cause: error },
    );
  }
  return SYSTEM_FOLDER;
}

/** Lets everyone read `folder` and all that is in it, as a strict umask may have prevented. */
export function openToReaders(folder: string): void {
  fs.chmodSync(folder, 0o755);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const target = path.join(folder, entry.name);
    if (entry.isDirectory()) openToReaders(target);
    else if (entry.isFile()) fs.chmodSync(target, fs.statSync(target).mode | 0o444);
  }
}
