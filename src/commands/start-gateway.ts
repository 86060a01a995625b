import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { CommandError } from './command-error.ts';
import { createLog } from './create-log.ts';
import type { HeldPort } from './hold-port.ts';
import { loadTracing } from './load-tracing.ts';
import { openDatabaseOf, runProcess, type Lifetime } from './run-process.ts';

async function start(
  config: Config,
  { port, log, lifetime }: { port: HeldPort; log: Logger; lifetime: Lifetime },
): Promise<void> {
  lifetime.work.push(async () => port.release());
  // Loads most of docgraph while the database starts: each takes about a second.
  const [database, { serveGateway }, tracing] = await Promise.all([
    openDatabaseOf(config, 'gateway', log, lifetime),
    import('./serve-gateway.ts'),
    loadTracing(config, log),
  ]);
  await serveGateway(config, { port, log, lifetime, database, tracing });
}

/** Starts the gateway, which runs until a signal stops it. */
export async function startGateway(config: Config, port: HeldPort, failure: string): Promise<void> {
  const log = await createLog(config.logLevel);
  await runProcess((lifetime) => start(config, { port, log, lifetime }), {
    failure,
    log,
    explained: [CommandError],
  });
}
