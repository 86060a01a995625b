import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseStartError } from '../database-start-error.ts';
import {
  locateBinaries,
  POSTGRES_MAJOR_VERSION,
  type PostgresBinaries,
} from './locate-binaries.ts';
import { isProcessAlive } from './postmaster-file.ts';
import { runProgram } from './run-program.ts';
import { ensureSystemFolder } from './system-folder.ts';
import { canReach, choosePostgresUser, type SystemUser } from './system-user.ts';

/** A PostgreSQL data directory with all that is needed to start its server and log in. */
export interface Cluster {
  binaries: PostgresBinaries;
  /** The folder that holds the data directory, the password and the server's log. */
  home: string;
  /** The PostgreSQL data directory, a real path. */
  dataDirectory: string;
  password: string;
  user: SystemUser | undefined;
}

const FOLDER_NAME = `pg${POSTGRES_MAJOR_VERSION}`;

/**
 * Opens the cluster in `dataDir`, after creating it when there is none. Safe when several
 * processes do so at once, and after a process was killed half-way: a cluster appears whole or
 * not at all.
 */
export async function prepareCluster(
  dataDir: string,
  log: (message: string, fields?: object) => void,
): Promise<Cluster> {
  createDataDir(dataDir);
  const home = path.join(dataDir, FOLDER_NAME);
  const user = choosePostgresUser([home, dataDir]);
  const binaries = locateBinaries(user);
  if (!fs.existsSync(home)) {
    refuseOtherVersions(dataDir);
    await createCluster({ dataDir, home, user, binaries, log });
  }
  return openCluster(home, user, binaries);
}

function createDataDir(dataDir: string): void {
  try {
    createFolders(dataDir);
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    throw new DatabaseStartError(
      `The data directory ${path.resolve(dataDir)} cannot be written (${(error as Error).message}). ` +
        'Make it writable for this user, or set DATA_DIR to another folder.',
      { cause: error },
    );
  }
}

/**
 * Creates a folder and those above it one by one: Node's own recursion does not end where a folder
 * exists and refuses new ones as if it did not, as `/proc` does.
 */
function createFolders(folder: string): void {
  const missing: string[] = [];
  for (let at = path.resolve(folder); !fs.existsSync(at); at = path.dirname(at)) missing.push(at);
  for (const at of missing.toReversed()) {
    try {
      fs.mkdirSync(at);
    } catch (error) {
      // Another process may have been faster.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function refuseOtherVersions(dataDir: string): void {
  const other = fs.readdirSync(dataDir).find((name) => /^pg\d+$/.test(name));
  if (other === undefined) return;
  throw new DatabaseStartError(
    `${path.resolve(dataDir, other)} contains data of PostgreSQL ${other.slice(2)}, and this docgraph ` +
      `brings PostgreSQL ${POSTGRES_MAJOR_VERSION}. Export it with the docgraph that made it ` +
      '(pg_dump) and import it here, or move that folder away to start empty.',
  );
}

interface NewCluster {
  dataDir: string;
  home: string;
  user: SystemUser | undefined;
  binaries: PostgresBinaries;
  log: (message: string, fields?: object) => void;
}

async function createCluster({ dataDir, home, user, binaries, log }: NewCluster): Promise<void> {
  removeAbandonedDrafts(dataDir);
  const inPlace = user === undefined || canReach(user, dataDir);
  const draft = fs.mkdtempSync(
    inPlace ? `${home}.new-${process.pid}-` : path.join(ensureSystemFolder(), 'data-'),
  );
  try {
    await initializeCluster(draft, user, binaries);
    // One rename or link decides between processes that do this at once.
    if (inPlace) fs.renameSync(draft, home);
    else fs.symlinkSync(draft, home);
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    if (error instanceof DatabaseStartError || !fs.existsSync(home)) throw error;
    return;
  }
  if (!inPlace) {
    log('The data directory is closed to the user PostgreSQL runs as; the data is elsewhere', {
      folder: draft,
    });
  }
}

/** Drafts of processes that were killed; those of living processes stay. */
function removeAbandonedDrafts(dataDir: string): void {
  for (const name of fs.readdirSync(dataDir)) {
    const pid = /^pg\d+\.new-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || isProcessAlive(Number(pid))) continue;
    fs.rmSync(path.join(dataDir, name), { recursive: true, force: true });
  }
}

async function initializeCluster(
  folder: string,
  user: SystemUser | undefined,
  binaries: PostgresBinaries,
): Promise<void> {
  const passwordFile = path.join(folder, 'password');
  fs.writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (user !== undefined) {
    fs.chownSync(folder, user.uid, user.gid);
    fs.chownSync(passwordFile, user.uid, user.gid);
  }
  const args = [
    `--pgdata=${path.join(folder, 'data')}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    // Sorts and compares the same on every machine, whatever libraries it has.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
  await runProgram(binaries.initdb, args, { user, folder });
}

function openCluster(
  home: string,
  user: SystemUser | undefined,
  binaries: PostgresBinaries,
): Cluster {
  let dataDirectory: string;
  let version: string;
  let password: string;
  try {
    dataDirectory = fs.realpathSync(path.join(home, 'data'));
    version = fs.readFileSync(path.join(dataDirectory, 'PG_VERSION'), 'utf8').trim();
    password = fs.readFileSync(path.join(home, 'password'), 'utf8').trim();
  } catch (error) {
    throw new DatabaseStartError(
      `${path.resolve(home)} is not a database that this user can open (${(error as Error).message}). ` +
        'Start docgraph as the user who owns it, move it away to start empty, or set DATA_DIR to ' +
        'another folder.',
      { cause: error },
    );
  }
  if (version !== String(POSTGRES_MAJOR_VERSION)) {
    throw new DatabaseStartError(
      `${dataDirectory} was made by PostgreSQL ${version}, and this docgraph brings PostgreSQL ` +
        `${POSTGRES_MAJOR_VERSION}. Move the folder away to start empty, or use the docgraph that made it.`,
    );
  }
  if (user !== undefined && !canReach(user, dataDirectory)) {
    throw new DatabaseStartError(
      `PostgreSQL must not run as root, and the user with id ${user.uid} cannot enter a folder on ` +
        `the way to ${dataDirectory}. Open it (chmod o+x), or set DATA_DIR to another folder.`,
    );
  }
  return { binaries, home: path.dirname(dataDirectory), dataDirectory, password, user };
}
