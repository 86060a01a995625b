import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { cacheDirOf, type Config } from '../config.ts';
import type { StartedDatabase } from '../database/start-database.ts';
import { findDemoSite } from '../demo/find-demo-site.ts';
import { fillNewDatabase } from '../demo/fill-new-database.ts';
import { createWebClient } from '../external/http/create-web-client.ts';
import { createTranslator } from '../external/translator/create-translator.ts';
import { createSmtpMailer } from '../external/mail/smtp-mailer.ts';
import { warmUpConversion } from '../revisions/derived/convert-document.ts';
import { ensureAdmin, type Admin } from '../features/users/ensure-admin.ts';
import { createGateway } from '../gateway.ts';
import { startWorker } from '../jobs/start-worker.ts';
import { urlOf } from '../lib/urls.ts';
import { work } from '../schedule.ts';
import { schema } from '../schema.ts';
import { listenError, type HeldPort } from './hold-port.ts';
import type { Lifetime } from './run-process.ts';

/** A gateway that accepts requests. */
interface Served {
  baseUrl: string;
  /** Id of the published site of the demo; null without one, and without the reader. */
  demoSiteId: string | null;
  /** The first token, which was just shown. */
  newToken: string | undefined;
  /** True if ADMIN_TOKEN sets the token. */
  isTokenSet: boolean;
}

/** The parts of a gateway that exist before it serves. */
export interface Preparation {
  port: HeldPort;
  log: Logger;
  lifetime: Lifetime;
  database: StartedDatabase;
}

/** Prepares the database, serves requests, and prints the addresses. */
export async function serveGateway(config: Config, preparation: Preparation): Promise<void> {
  const { log, lifetime, database } = preparation;
  const prepared = prepare(config, log, database);
  // Waits for a demo in progress. The start itself reports errors.
  lifetime.work.push(() => prepared.catch(() => {}));
  const admin = await prepared;
  lifetime.signal.throwIfAborted();
  const baseUrl = await serve(config, preparation);
  announce({
    baseUrl,
    demoSiteId: config.reader ? await findDemoSite(database.db) : null,
    newToken: admin.newToken,
    isTokenSet: config.adminToken !== undefined,
  });
  // If it fails, only the first large page is slower.
  await warmUpConversion().catch((error: unknown) => log.warn(error, 'large texts start slowly'));
}

/** Creates what a new database needs: the admin, whose token is shown, and the demo. */
async function prepare(config: Config, log: Logger, database: StartedDatabase): Promise<Admin> {
  const { db } = database;
  const admin = await ensureAdmin(db, { email: config.adminEmail, token: config.adminToken });
  if (admin.newToken !== undefined) announceToken(admin.newToken);
  if (config.demo ?? database.embedded) {
    const dependencies = { db, log, baseUrl: config.baseUrl ?? '' };
    const isFilled = await fillNewDatabase(dependencies, admin.userId);
    if (isFilled) log.info('the demo organization exists');
  }
  return admin;
}

/** Starts the HTTP server and the worker. Returns the prefix of all URLs. */
async function serve(
  config: Config,
  { port, log, lifetime, database }: Preparation,
): Promise<string> {
  const { db } = database;
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
    reader: config.reader,
    metricsToken: config.metricsToken,
    mcpWrites: config.mcpWrites,
  });
  await app.ready();
  port.release();
  const address = await listen(app, { host: config.host, port: port.port });
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
  lifetime.work.push(async () => {
    await Promise.all([app.close(), worker?.stop()]);
    // Closed only after the requests that use it: an import would miss its downloads.
    await web.close();
  });
  return baseUrl;
}

async function listen(
  app: FastifyInstance,
  { port, host }: Pick<Config, 'port' | 'host'>,
): Promise<string> {
  try {
    return await app.listen({ port, host });
  } catch (error) {
    throw listenError(error, { port, host });
  }
}

/** Shows the first token as soon as it is valid, so that a later failure does not lose it. */
function announceToken(token: string): void {
  process.stdout.write(`\n    Admin token     ${token}\n    It is shown only this once.\n`);
}

/** Prints the addresses of the gateway, and how to replace a lost token. */
function announce({ baseUrl, demoSiteId, newToken, isTokenSet }: Served): void {
  // Browsers do not send what follows #.
  const signIn = newToken === undefined ? '' : `#token=${newToken}`;
  const lines = [
    '',
    '  docgraph is ready.',
    '',
    `    GraphiQL        ${baseUrl}/graphql${signIn}`,
    `    REST reference  ${baseUrl}/v1/docs`,
    `    Graph           ${baseUrl}/graph`,
    `    Agents (MCP)    ${baseUrl}/mcp`,
    ...(demoSiteId === null ? [] : [`    Demo site       ${urlOf(baseUrl, 's', demoSiteId)}`]),
    ...(newToken !== undefined || isTokenSet
      ? []
      : ['', '    Token lost?     `npx docgraph token` creates another one.']),
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
