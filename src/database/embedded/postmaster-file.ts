import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** Content of `postmaster.pid` in a PostgreSQL data directory. */
export interface PostmasterFile {
  pid: number;
  port: number;
  /** Accepting connections; false while it starts (which may include recovery) or stops. */
  ready: boolean;
}

/** Reads `postmaster.pid`; undefined when there is none or it is not completely written yet. */
export function readPostmasterFile(dataDirectory: string): PostmasterFile | undefined {
  let lines: string[];
  try {
    lines = fs.readFileSync(filePath(dataDirectory), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!Number.isSafeInteger(pid) || pid <= 0 || !Number.isSafeInteger(port)) return undefined;
  return { pid, port, ready: lines[7]?.trim() === 'ready' };
}

/**
 * Returns whether the process in `postmaster.pid` is a server of this data directory. After a crash
 * the number may belong to anything, above all in a container, where low numbers come again.
 */
export function isPostmasterRunning(file: PostmasterFile, dataDirectory: string): boolean {
  if (!isProcessAlive(file.pid)) return false;
  const command = readCommandLine(file.pid);
  // If the system does not report it, waiting for it is safe and a second server is not.
  return command === undefined || command.includes(`\0-D\0${dataDirectory}\0`);
}

/**
 * Removes a `postmaster.pid` that names a living process of someone else, because PostgreSQL would
 * take that for another server. (It deals with the file of a dead process by itself.)
 */
export function removeForeignPostmasterFile(file: PostmasterFile, dataDirectory: string): void {
  const removed = path.join(dataDirectory, `postmaster.pid.${randomUUID()}`);
  try {
    fs.renameSync(filePath(dataDirectory), removed);
  } catch {
    return; // another process removed it first
  }
  const pid = Number.parseInt(fs.readFileSync(removed, 'utf8'), 10);
  // A server that started meanwhile has written a new file: that one goes back.
  if (pid === file.pid) fs.rmSync(removed);
  else fs.renameSync(removed, filePath(dataDirectory));
}

/** Returns whether a process with this id exists, whoever owns it. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The arguments of a process, each one followed by NUL; undefined where they cannot be read. */
function readCommandLine(pid: number): string | undefined {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // Not Linux, or the process has just ended.
  }
  if (process.platform === 'linux' || process.platform === 'win32') return undefined;
  try {
    const args = execFileSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8' });
    return args.replace(' -D ', '\0-D\0').replace(' -p ', '\0-p\0');
  } catch {
    return undefined;
  }
}

function filePath(dataDirectory: string): string {
  return path.join(dataDirectory, 'postmaster.pid');
}
