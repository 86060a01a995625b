import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Addresses } from '../addresses.ts';
import { addressesOf, cacheDirOf, type Config } from '../config.ts';
import type { StartedDatabase } from '../database/start-database.ts';
import { findDemoSite } from '../demo/find-demo-site.ts';
import { fillNewDatabase } from '../demo/fill-new-database.ts';
import { createWebClient } from '../external/http/create-web-client.ts';
import { createTranslator } from '../external/translator/create-translator.ts';
import { createSmtpMailer } from '../external/mail/smtp-mailer.ts';
import { warmUpConversion } from '../revisions/derived/convert-document.ts';
import { ensureAdmin, type Admin } from '../features/users/ensure-admin.ts';
import { createGateway } from '../gateway.ts';
import type { TrustedDocuments } from '../http/trusted-documents.ts';
import { startWorker } from '../jobs/start-worker.ts';
import { work } from '../schedule.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { schema } from '../schema.ts';
import { listenError, type HeldPort } from './hold-port.ts';
import { readTrustedDocuments } from './read-trusted-documents.ts';
import type { Lifetime } from './run-process.ts';

/** A gateway that accepts requests. */
interface Served {
  addresses: Addresses;
  /** The published site of the demo; null without one, and without a reader. */
  demoSite: Awaited<ReturnType<typeof findDemoSite>>;
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
  /** Records spans; undefined without a collector. */
  tracing: Tracing | undefined;
}

/** Prepares the database, serves requests, and prints the addresses. */
export async function serveGateway(config: Config, preparation: Preparation): Promise<void> {
  const { log, lifetime, database } = preparation;
  const trustedDocuments = await readTrustedDocuments(config.trustedDocuments);
  const prepared = prepare(config, log, database);
  // Waits for a demo in progress. The start itself reports errors.
  lifetime.work.push(() => prepared.catch(() => {}));
  const admin = await prepared;
  lifetime.signal.throwIfAborted();
  const addresses = await serve(config, preparation, trustedDocuments);
  const hasReader = config.reader || config.sitesUrl !== undefined;
  announce({
    addresses,
    demoSite: hasReader ? await findDemoSite(database.db) : null,
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
    const dependencies = { db, log, addresses: addressesOf(config) };
    const isFilled = await fillNewDatabase(dependencies, admin.userId);
    if (isFilled) log.info('the demo organization exists');
  }
  return admin;
}

/** Starts the HTTP server and the worker. Returns the addresses of what they serve. */
async function serve(
  config: Config,
  { port, log, lifetime, database, tracing }: Preparation,
  trustedDocuments: TrustedDocuments | undefined,
): Promise<Addresses> {
  const { db } = database;
  let addresses = addressesOf(config);
  const web = createWebClient({ intranetHosts: config.intranetHosts });
  const translator = createTranslator(config.translator, web);
  const app = await createGateway({
    schema,
    db,
    log,
    addresses: () => addresses,
    mailer: config.smtp ? createSmtpMailer(config.smtp) : null,
    web,
    translator,
    production: config.production,
    reader: config.reader,
    metricsToken: config.metricsToken,
    mcpWrites: config.mcpWrites,
    trustedDocuments,
    tracing,
  });
  await app.ready();
  port.release();
  const address = await listen(app, { host: config.host, port: port.port });
  addresses = addressesOf(config, address);
  const worker = config.worker
    ? startWorker({
        url: database.url,
        db,
        log,
        work,
        services: { web, translator, cacheDir: cacheDirOf(config) },
        tracing,
      })
    : undefined;
  lifetime.work.push(async () => {
    await Promise.all([app.close(), worker?.stop()]);
    await tracing?.stop();
    // Closed only after the requests that use it: an import would miss its downloads.
    await web.close();
  });
  return addresses;
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
function announce({ addresses, demoSite, newToken, isTokenSet }: Served): void {
  const { baseUrl } = addresses;
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
    ...(demoSite === null ? [] : [`    Demo site       ${addresses.siteById(demoSite)}`]),
    ...(newToken !== undefined || isTokenSet
      ? []
      : ['', '    Token lost?     `npx docgraph token` creates another one.']),
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
