import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config.ts';
import { sendStarting } from '../http/send-starting.ts';
import { CommandError } from './command-error.ts';

/** The port of the gateway, reserved while it starts. */
export interface HeldPort {
  /** The port; if the setting is 0, the one chosen by the system. */
  port: number;
  /** Frees the port immediately, for the gateway itself. */
  release: () => void;
}

/**
 * Listens on the port before a failed start could leave anything behind, and responds that docgraph
 * is starting.
 *
 * @throws CommandError if the port cannot be used
 */
export async function holdPort({ port, host }: Pick<Config, 'port' | 'host'>): Promise<HeldPort> {
  const server = createServer(sendStarting);
  try {
    await once(server.listen({ port, host }), 'listening');
  } catch (error) {
    throw listenError(error, { port, host });
  }
  return {
    port: (server.address() as AddressInfo).port,
    release: () => void server.close(),
  };
}

/** Explains why the gateway cannot listen; returns other errors unchanged. */
export function listenError(
  error: unknown,
  { port, host }: Pick<Config, 'port' | 'host'>,
): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new CommandError(`Port ${port} on ${host} is taken: set PORT to a free one.`);
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new CommandError(`Cannot listen on ${host}:${port} (${code}): set HOST and PORT.`);
  }
  return error;
}
