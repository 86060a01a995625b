import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseStartError } from '../database-start-error.ts';
import { connectKeeper, type Keeper, type ProcessRole } from './keeper.ts';
import {
  isPostmasterRunning,
  isProcessAlive,
  readPostmasterFile,
  removeForeignPostmasterFile,
} from './postmaster-file.ts';
import { findFreePort, startPostmaster } from './postmaster.ts';
import type { Cluster } from './prepare-cluster.ts';

export interface JoinOptions {
  role: ProcessRole;
  /** The port to start the server on when it does not run; any free one by default. */
  port?: number;
  settings: Record<string, string>;
  signal: AbortSignal;
  log: (message: string, fields?: object) => void;
}

const JOIN_TIMEOUT_MS = 300_000; // recovery after a crash takes its time
const START_ATTEMPTS_MAX = 15;
const WRONG_PASSWORD = '28P01';

/**
 * Becomes present at the server of a cluster: at the one that runs, be it one that a killed
 * process has left behind, else at one that it starts. Safe when several processes do so at once.
 */
export async function joinServer(cluster: Cluster, options: JoinOptions): Promise<Keeper> {
  const deadline = Date.now() + JOIN_TIMEOUT_MS;
  let failedStarts = 0;
  let lastError: unknown;
  while (Date.now() < deadline) {
    const file = readPostmasterFile(cluster.dataDirectory);
    if (file !== undefined && isPostmasterRunning(file, cluster.dataDirectory)) {
      try {
        if (file.ready) return await connectKeeper(cluster, file.port, options.role);
      } catch (error) {
        refuseWrongPassword(error, cluster);
        lastError = error; // it is stopping, or just died
      }
      await sleep(50, undefined, { signal: options.signal });
      continue;
    }
    if (file !== undefined && isProcessAlive(file.pid)) {
      removeForeignPostmasterFile(file, cluster.dataDirectory);
    }
    options.signal.throwIfAborted();
    try {
      // After a crash on the same port again, where pools of other processes try to reconnect.
      const port = await findFreePort(options.port ?? file?.port);
      await startPostmaster(cluster, { ...options, port });
      options.log('PostgreSQL started', { port });
    } catch (error) {
      // Mostly a lost race for the data directory or the port; the next round finds the winner.
      if (++failedStarts >= START_ATTEMPTS_MAX) throw error;
      lastError = error;
      await sleep(50 * failedStarts, undefined, { signal: options.signal });
    }
  }
  throw new DatabaseStartError(
    `PostgreSQL did not become ready within ${JOIN_TIMEOUT_MS / 1000} s. When no server runs there, ` +
      `remove ${cluster.dataDirectory}/postmaster.pid. Log: ${cluster.home}/postgres.log`,
    { cause: lastError },
  );
}

function refuseWrongPassword(error: unknown, cluster: Cluster): void {
  if (!(error instanceof Error) || !('code' in error) || error.code !== WRONG_PASSWORD) return;
  throw new DatabaseStartError(
    `The password in ${cluster.home}/password is not that of the database beside it.`,
    { cause: error },
  );
}
