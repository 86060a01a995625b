import type { FastifyInstance } from 'fastify';
import { pino, type Logger } from 'pino';
import { openDatabaseOf, runProcess, stopAtSignals } from './commands/run-process.ts';
import { cacheDirOf, readConfig, type Config } from './config.ts';
import type { StartedDatabase } from './database/start-database.ts';
import { fillNewDatabase } from './demo/fill-new-database.ts';
import { createWebClient } from './external/http/create-web-client.ts';
import { createTranslator } from './external/translator/create-translator.ts';
import { createSmtpMailer } from './external/mail/smtp-mailer.ts';
import { warmUpConversion } from './features/content/convert-document.ts';
import { ensureAdmin } from './features/users/ensure-admin.ts';
import { createGateway } from './gateway.ts';
import { startWorker } from './jobs/worker.ts';
import { work } from './schedule.ts';
import { schema } from './schema.ts';

/** The address to listen on cannot be used; the message says what to do. */
class ListenError extends Error {
  override name = 'ListenError';
}

/** A gateway that answers. */
interface Served {
  baseUrl: string;
  /** The first token, when it was made just now. */
  newToken: string | undefined;
}

async function start(config: Config, log: Logger): Promise<void> {
  // Meanwhile the database starts. Without it, the first large page is only slower.
  const isWarm = warmUpConversion().catch((error: unknown) =>
    log.warn(error, 'large texts start slowly'),
  );
  const database = await openDatabaseOf(config, 'gateway', log);
  try {
    const served = await serve(config, log, database);
    await isWarm;
    announce(served);
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function serve(config: Config, log: Logger, database: StartedDatabase): Promise<Served> {
  const { db } = database;
  const admin = await ensureAdmin(db, { email: config.adminEmail, token: config.adminToken });
  let baseUrl = config.baseUrl ?? '';
  const web = createWebClient({ intranetHosts: config.intranetHosts });
  const translator = createTranslator(config.translator, web);
  const app = await createGateway({
    schema,
    db,
    log,
    baseUrl: () => baseUrl,
    mailer: config.smtp ? createSmtpMailer(config.smtp) : null,
    web,
    translator,
    production: config.production,
  });
  if (config.demo ?? database.embedded) {
    const dependencies = { db, log, baseUrl: config.baseUrl ?? '' };
    const isFilled = await fillNewDatabase(dependencies, admin.userId);
    if (isFilled) log.info('the demo organization is there');
  }
  const address = await listen(app, config);
  baseUrl = config.baseUrl ?? address;
  const worker = config.worker
    ? startWorker({
        url: database.url,
        db,
        log,
        work,
        services: { web, translator, cacheDir: cacheDirOf(config) },
      })
    : undefined;
  stopAtSignals(log, async () => {
    await Promise.all([app.close(), worker?.stop()]);
    // Not before the requests that use it are answered: an import would miss what it still fetches.
    await web.close();
    await database.stop();
  });
  return { baseUrl, newToken: admin.newToken };
}

async function listen(app: FastifyInstance, { port, host }: Config): Promise<string> {
  try {
    return await app.listen({ port, host });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new ListenError(`Port ${port} on ${host} is taken: set PORT to a free one.`);
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new ListenError(`Cannot listen on ${host}:${port} (${code}): set HOST and PORT.`);
    }
    throw error;
  }
}

/** Tells a person where to go; the first token is shown this once. */
function announce({ baseUrl, newToken }: Served): void {
  const lines = [
    '',
    '  docgraph is ready.',
    '',
    `    GraphiQL        ${baseUrl}/graphql`,
    `    REST reference  ${baseUrl}/v1/docs`,
    ...(newToken ? ['', `    Admin token     ${newToken}`, '    It is shown only this once.'] : []),
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

await runProcess(
  () => {
    const config = readConfig();
    return start(config, pino({ level: config.logLevel }));
  },
  { failure: 'docgraph did not start.', explained: [ListenError] },
);
