import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseStartError } from '../database-start-error.ts';

/** User of a child process, in the shape that `spawn` accepts. */
export interface SystemUser {
  uid: number;
  gid: number;
}

const candidateNames = ['postgres', '_postgres', 'nobody'];

/**
 * The user to run PostgreSQL as, or undefined for the current one. PostgreSQL refuses to run as
 * root, so root hands it to the owner of the first of `paths` that exists and is not root's own
 * (data that a normal user made stays that user's), else to an unprivileged system user.
 */
export function choosePostgresUser(paths: string[]): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const candidate of paths) {
    const stats = fs.statSync(candidate, { throwIfNoEntry: false });
    if (stats !== undefined && stats.uid !== 0) return { uid: stats.uid, gid: stats.gid };
  }
  for (const name of candidateNames) {
    const user = findUser(name);
    if (user !== undefined) return user;
  }
  throw new DatabaseStartError(
    'PostgreSQL refuses to run as root, and this machine has none of the users ' +
      `${candidateNames.join(', ')} to run it as. Start docgraph as a normal user, create one of ` +
      'these users, or set DATABASE_URL to a PostgreSQL server.',
  );
}

/** Returns whether `user` may read `target` and enter every folder on the way to it. */
export function canReach(user: SystemUser, target: string): boolean {
  const resolved = fs.realpathSync(target);
  if (!hasPermissions(user, resolved, 0o5)) return false;
  for (let folder = path.dirname(resolved); ; folder = path.dirname(folder)) {
    if (!hasPermissions(user, folder, 0o1)) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

function hasPermissions(user: SystemUser, target: string, wanted: number): boolean {
  const { mode, uid, gid } = fs.statSync(target);
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
  return ((mode >> shift) & wanted) === wanted;
}

function findUser(name: string): SystemUser | undefined {
  try {
    return { uid: readId('-u', name), gid: readId('-g', name) };
  } catch {
    return undefined;
  }
}

function readId(flag: '-u' | '-g', name: string): number {
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
  return Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio }));
}
