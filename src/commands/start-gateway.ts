import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino, type Logger } from 'pino';
import { openDatabaseOf, runProcess, stopAtSignals } from './run-process.ts';
import { cacheDirOf, type Config } from '../config.ts';
import type { StartedDatabase } from '../database/start-database.ts';
import { fillNewDatabase } from '../demo/fill-new-database.ts';
import { createWebClient } from '../external/http/create-web-client.ts';
import { createTranslator } from '../external/translator/create-translator.ts';
import { createSmtpMailer } from '../external/mail/smtp-mailer.ts';
import { warmUpConversion } from '../features/content/convert-document.ts';
import { ensureAdmin } from '../features/users/ensure-admin.ts';
import { createGateway } from '../gateway.ts';
import { startWorker } from '../jobs/worker.ts';
import { work } from '../schedule.ts';
import { schema } from '../schema.ts';

/** The address to listen on cannot be used; the message says what to do. */
class ListenError extends Error {
  override name = 'ListenError';
}

/** A gateway that answers. */
interface Served {
  baseUrl: string;
  /** Whether the first token was shown just now, or is the one of the setting. */
  knowsToken: boolean;
}

async function start(config: Config, log: Logger): Promise<void> {
  // Meanwhile the database starts. Without it, the first large page is only slower.
  const isWarm = warmUpConversion().catch((error: unknown) =>
    log.warn(error, 'large texts start slowly'),
  );
  await requireFreePort(config);
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
  if (admin.newToken !== undefined) announceToken(admin.newToken);
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
  stopAtSignals(log, {
    async work() {
      await Promise.all([app.close(), worker?.stop()]);
      // Not before the requests that use it are answered: an import would miss what it fetches.
      await web.close();
    },
    database: () => database.stop(),
  });
  const knowsToken = admin.newToken !== undefined || config.adminToken !== undefined;
  return { baseUrl, knowsToken };
}

async function listen(app: FastifyInstance, { port, host }: Config): Promise<string> {
  try {
    return await app.listen({ port, host });
  } catch (error) {
    throw listenError(error, { port, host });
  }
}

/** Tries the address before anything is made that a failed start would leave behind. */
async function requireFreePort({ port, host }: Config): Promise<void> {
  const server = createServer();
  try {
    await once(server.listen({ port, host }), 'listening');
  } catch (error) {
    throw listenError(error, { port, host });
  } finally {
    server.close();
  }
}

function listenError(error: unknown, { port, host }: Pick<Config, 'port' | 'host'>): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new ListenError(`Port ${port} on ${host} is taken: set PORT to a free one.`);
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new ListenError(`Cannot listen on ${host}:${port} (${code}): set HOST and PORT.`);
  }
  return error;
}

/** Shows the first token as soon as it is valid: whatever happens next, it is not lost. */
function announceToken(token: string): void {
  process.stdout.write(`\n    Admin token     ${token}\n    It is shown only this once.\n`);
}

/** Says where to go, and how to get in. */
function announce({ baseUrl, knowsToken }: Served): void {
  const lines = [
    '',
    '  docgraph is ready.',
    '',
    `    GraphiQL        ${baseUrl}/graphql`,
    `    REST reference  ${baseUrl}/v1/docs`,
    ...(knowsToken
      ? []
      : ['', '    Token lost?     Stop, and start with ADMIN_TOKEN=<16 or more characters>.']),
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Starts the gateway, which runs until it is told to stop. */
export async function startGateway(config: Config, failure: string): Promise<void> {
  await runProcess(() => start(config, pino({ level: config.logLevel })), {
    failure,
    explained: [ListenError],
  });
}
