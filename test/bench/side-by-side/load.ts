import fs from 'node:fs';
import { Pool } from 'undici';
import type { Request } from './operations.ts';

export interface Load {
  requestsPerSecond: number;
  /** 99th percentile of the time to an answer, in milliseconds. */
  p99Ms: number;
  /** CPU time of the server's process for a request, in milliseconds. */
  cpuMs: number;
  /** Resident memory of the server's process afterwards, in MB. */
  memoryMb: number;
}

export interface Target {
  url: string;
  pid: number;
  token: string;
}

/**
 * Sends requests, in turn, over some connections that each wait for their answer.
 *
 * @throws Error for an answer with errors, which no measured operation has
 */
export async function sendLoad(
  { url, pid, token }: Target,
  requests: readonly Request[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const times: number[] = [];
  const cpuBefore = cpuMsOf(pid);
  const startedAt = performance.now();
  let next = 0;
  const sendUntilEnd = async () => {
    while (performance.now() - startedAt < seconds * 1_000) {
      const request = requests[next++ % requests.length];
      if (request === undefined) throw new Error('There is no request to send.');
      const askedAt = performance.now();
      const response = await pool.request({ ...request, headers: headersOf(request, token) });
      const text = await response.body.text();
      times.push(performance.now() - askedAt);
      if (response.statusCode !== 200 || text.startsWith('{"errors"')) throw new Error(text);
    }
  };
  await Promise.all(Array.from({ length: connections }, sendUntilEnd));
  const elapsedSeconds = (performance.now() - startedAt) / 1_000;
  await pool.close();
  times.sort((a, b) => a - b);
  return {
    requestsPerSecond: times.length / elapsedSeconds,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
    cpuMs: (cpuMsOf(pid) - cpuBefore) / times.length,
    memoryMb: memoryMbOf(pid),
  };
}

/** Headers of a request in JSON by a user. */
export function headersOf({ body }: Request, token: string): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
}

/** CPU time of all threads of a process so far, in milliseconds. NaN where there is no /proc. */
function cpuMsOf(pid: number): number {
  if (!fs.existsSync('/proc/self/schedstat')) return Number.NaN;
  const nanoseconds = fs
    .readdirSync(`/proc/${pid}/task`)
    .map((thread) => fs.readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'))
    .reduce((sum, text) => sum + Number(text.split(' ')[0]), 0);
  return nanoseconds / 1e6;
}

/** Resident memory of a process in MB. NaN where there is no /proc. */
function memoryMbOf(pid: number): number {
  if (!fs.existsSync('/proc/self/status')) return Number.NaN;
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
