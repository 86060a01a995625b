import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Config } from '../config.ts';
import { answerStarting } from '../http/answer-starting.ts';
import { CommandError } from './command-error.ts';

/** The address of the gateway, held while the gateway starts. */
export interface HeldPort {
  /** Frees the address, at once, for the gateway itself. */
  release: () => void;
}

/**
 * Takes the address before anything is made that a failed start would leave behind, and answers
 * there that docgraph is starting.
 *
 * @throws CommandError if the address cannot be used
 */
export async function holdPort({ port, host }: Config): Promise<HeldPort> {
  const server = createServer(answerStarting);
  try {
    await once(server.listen({ port, host }), 'listening');
  } catch (error) {
    throw listenError(error, { port, host });
  }
  return { release: () => void server.close() };
}

/** Explains why an address cannot be listened on; returns other errors as they are. */
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
