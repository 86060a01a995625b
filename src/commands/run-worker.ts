import { pino } from 'pino';
import { cacheDirOf, type Config } from '../config.ts';
import { createWebClient } from '../external/http/create-web-client.ts';
import { createTranslator } from '../external/translator/create-translator.ts';
import { startWorker } from '../jobs/worker.ts';
import { work } from '../schedule.ts';
import { openDatabaseOf, runProcess, stopAtSignals } from './run-process.ts';

async function start(config: Config): Promise<void> {
  const log = pino({ level: config.logLevel });
  const database = await openDatabaseOf(config, 'command', log);
  const web = createWebClient({ intranetHosts: config.intranetHosts });
  const translator = createTranslator(config.translator, web);
  const services = { web, translator, cacheDir: cacheDirOf(config) };
  const worker = startWorker({ url: database.url, db: database.db, log, work, services });
  log.info('the worker runs');
  stopAtSignals(log, {
    async work() {
      await worker.stop();
      await web.close();
    },
    database: () => database.stop(),
  });
}

/** Runs jobs on the database that the settings name, beside gateways or alone. */
export async function runWorker(config: Config, failure: string): Promise<void> {
  await runProcess(() => start(config), { failure });
}
