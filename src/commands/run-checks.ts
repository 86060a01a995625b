import fs from 'node:fs';
import path from 'node:path';
import type { Config } from '../config.ts';
import { DatabaseStartError } from '../database/database-start-error.ts';
import { locateBinaries, POSTGRES_MAJOR_VERSION } from '../database/embedded/locate-binaries.ts';
import { inspectDatabase } from '../database/inspect-database.ts';
import { pluralize } from '../lib/pluralize.ts';
import { readVersion } from '../version.ts';
import { CommandError } from './command-error.ts';
import { holdPort } from './hold-port.ts';

/** Result of a check. */
export interface Check {
  name: string;
  ok: boolean;
  /** The state if it is fine, otherwise what to do. */
  message: string;
}

/** Least free space for data, in bytes. */
const FREE_MIN = 1024 ** 3;
const GIB = 1024 ** 3;
/** Oldest version of Node.js: that of `engines` in package.json. */
const NODE_MIN = [20, 19] as const;
/** Longest wait for the response of a gateway, in milliseconds. */
const HEALTH_TIMEOUT_MS = 2000;

/** Checks what docgraph needs, one after the other. Changes nothing. */
export async function checkAll(config: Config): Promise<Check[]> {
  const checks: [string, () => Promise<string> | string][] = [
    ['docgraph', readVersion],
    ['Settings', () => 'valid'],
    ['Node.js', checkNode],
    ['Port', () => checkPort(config)],
    ['Data folder', () => checkDataFolder(config)],
    ['Database', () => checkDatabase(config)],
  ];
  const results: Check[] = [];
  for (const [name, check] of checks) {
    try {
      results.push({ name, ok: true, message: await check() });
    } catch (error) {
      const isExplained = error instanceof CommandError || error instanceof DatabaseStartError;
      results.push({ name, ok: false, message: isExplained ? error.message : String(error) });
    }
  }
  return results;
}

function checkNode(): string {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [majorMin, minorMin] = NODE_MIN;
  if (major > majorMin || (major === majorMin && minor >= minorMin)) return process.versions.node;
  throw new CommandError(
    `Node.js ${NODE_MIN.join('.')} or newer is needed; this is ${process.versions.node}.`,
  );
}

async function checkPort({ port, host }: Config): Promise<string> {
  try {
    const held = await holdPort({ port, host });
    held.release();
    return port === 0 ? 'the system chooses one' : `${port} on ${host} is free`;
  } catch (error) {
    if (await isGateway(host, port)) return `${port} on ${host}: a gateway runs there`;
    throw error;
  }
}

/** Returns whether docgraph responds at a port. */
async function isGateway(host: string, port: number): Promise<boolean> {
  const name = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? host;
  try {
    const signal = AbortSignal.timeout(HEALTH_TIMEOUT_MS);
    const response = await fetch(`http://${name}:${port}/v1/openapi.json`, { signal });
    const { info } = (await response.json()) as { info?: { title?: string } };
    return /docgraph/i.test(info?.title ?? '');
  } catch {
    return false;
  }
}

function checkDataFolder({ dataDir }: Config): string {
  // The folder may be created by the first start.
  let folder = dataDir;
  while (!fs.existsSync(folder)) folder = path.dirname(folder);
  try {
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK);
  } catch {
    throw new CommandError(`${folder} is not writable: change its permissions, or set DATA_DIR.`);
  }
  const { bavail, bsize } = fs.statfsSync(folder);
  const free = bavail * bsize;
  const room = `${(free / GIB).toFixed(1)} GB free`;
  if (free < FREE_MIN) throw new CommandError(`${dataDir}: only ${room}. Make room.`);
  return `${dataDir}, ${room}`;
}

async function checkDatabase({ databaseUrl }: Config): Promise<string> {
  if (databaseUrl === undefined) {
    locateBinaries(undefined);
    return `embedded PostgreSQL ${POSTGRES_MAJOR_VERSION}, which docgraph starts itself`;
  }
  const { version, pending } = await inspectDatabase(databaseUrl);
  if (pending.length === 0) return `PostgreSQL ${version}, up to date`;
  return `PostgreSQL ${version}; the next start applies ${pluralize(pending.length, 'migration')}`;
}
