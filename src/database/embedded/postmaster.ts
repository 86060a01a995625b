import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseStartError } from '../database-start-error.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import type { Cluster } from './prepare-cluster.ts';
import { cannotRun, postgresEnvironment, runProgram } from './run-program.ts';

const STOP_TIMEOUT_SECONDS = 60;
const READY_POLL_MS = 20;
const LOG_SIZE_MAX = 10_000_000;
const LOG_TAIL_LENGTH = 1_000;

const serverSettings: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  // Statements and key values may hold secrets, so failed statements stay out of the log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

/**
 * Starts the server of a cluster and waits until it accepts connections or `signal` aborts.
 * Fails with the end of the server's log when it ends early, as it does when another process
 * has started one at the same instant.
 */
export async function startPostmaster(
  cluster: Cluster,
  options: { port: number; settings: Record<string, string>; signal: AbortSignal },
): Promise<void> {
  const { dataDirectory } = cluster;
  const settings = Object.entries({ ...serverSettings, ...options.settings });
  const args = ['-D', dataDirectory, '-p', String(options.port)];
  args.push(...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]));
  const logFile = path.join(cluster.home, 'postgres.log');
  const child = spawnDetached(cluster, args, logFile);
  let failure: Error | undefined;
  child.on('error', (error) => (failure = cannotRun(cluster.binaries.postgres, error)));
  try {
    while (failure === undefined && child.exitCode === null && child.signalCode === null) {
      const file = readPostmasterFile(dataDirectory);
      if (file?.pid === child.pid && file?.ready) return;
      await sleep(READY_POLL_MS, undefined, { signal: options.signal });
    }
  } catch (error) {
    child.kill('SIGQUIT');
    throw error;
  }
  throw failure ?? new DatabaseStartError(`PostgreSQL did not start: ${readTail(logFile)}`);
}

/** Stops the server of a cluster; connections that are still open are ended, their data is kept. */
export async function stopPostmaster(cluster: Cluster): Promise<void> {
  const { binaries, dataDirectory, home, user } = cluster;
  const timeout = String(STOP_TIMEOUT_SECONDS);
  await runProgram(
    binaries.pgCtl,
    ['stop', '-D', dataDirectory, '-m', 'fast', '-w', '-t', timeout],
    { user, folder: home },
  );
}

/** A TCP port on the loopback address that is free: `preferred` when possible. */
export async function findFreePort(preferred = 0): Promise<number> {
  const server = net.createServer();
  try {
    return await new Promise<number>((resolve, reject) => {
      server.once('error', reject);
      server.listen(preferred, '127.0.0.1', () => {
        const address = server.address();
        if (typeof address === 'object' && address !== null) resolve(address.port);
      });
    });
  } catch (error) {
    if (preferred === 0) throw error;
    return await findFreePort();
  } finally {
    server.close();
  }
}

/**
 * The server is a process of its own, so that Ctrl-C in the terminal reaches the gateway alone,
 * which finishes its requests before it stops the server.
 */
function spawnDetached(cluster: Cluster, args: string[], logFile: string): ChildProcess {
  if ((fs.statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > LOG_SIZE_MAX) {
    fs.renameSync(logFile, `${logFile}.old`);
  }
  const output = fs.openSync(logFile, 'a', 0o600);
  try {
    if (cluster.user !== undefined) fs.fchownSync(output, cluster.user.uid, cluster.user.gid);
    const child = spawn(cluster.binaries.postgres, args, {
      ...cluster.user,
      cwd: cluster.home,
      env: postgresEnvironment(),
      detached: true,
      stdio: ['ignore', output, output],
      windowsHide: true,
    });
    child.unref();
    return child;
  } finally {
    fs.closeSync(output);
  }
}

function readTail(logFile: string): string {
  return `${fs.readFileSync(logFile, 'utf8').slice(-LOG_TAIL_LENGTH).trim()} (log: ${logFile})`;
}
