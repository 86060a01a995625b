import type { Logger } from 'pino';
import { cacheDirOf, type Config } from '../config.ts';
import { createWebClient } from '../external/http/create-web-client.ts';
import { createTranslator } from '../external/translator/create-translator.ts';
import { startWorker } from '../jobs/start-worker.ts';
import { addContentIndexes } from '../indexes.ts';
import { work } from '../schedule.ts';
import { createLog } from './create-log.ts';
import { loadTracing } from './load-tracing.ts';
import { openDatabaseOf, runProcess, type Lifetime } from './run-process.ts';

async function start(config: Config, log: Logger, lifetime: Lifetime): Promise<void> {
  const [database, tracing] = await Promise.all([
    openDatabaseOf(config, 'command', log, lifetime),
    loadTracing(config, log),
  ]);
  const web = createWebClient({ intranetHosts: config.intranetHosts });
  const translator = createTranslator(config.translator, web);
  const services = { web, translator, cacheDir: cacheDirOf(config) };
  addContentIndexes();
  const worker = startWorker({ url: database.url, db: database.db, log, work, services, tracing });
  lifetime.work.push(async () => {
    await worker.stop();
    await tracing?.stop();
    await web.close();
  });
  log.info('the worker runs');
}

/** Runs jobs on the configured database, with or without gateways. */
export async function runWorker(config: Config, failure: string): Promise<void> {
  const log = await createLog(config.logLevel);
  await runProcess((lifetime) => start(config, log, lifetime), { failure, log });
}
