import closeWithGrace from 'close-with-grace';
import { pino, type Logger } from 'pino';
import { ConfigError, readConfig, type Config } from './config.ts';
import { DatabaseStartError } from './database/database-start-error.ts';
import { startDatabase } from './database/start-database.ts';
import { ensureAdmin } from './features/users/ensure-admin.ts';
import { createGateway } from './gateway.ts';
import { schema } from './schema.ts';

/** Longest wait for running requests at a stop, in milliseconds. */
const STOP_TIMEOUT_MS = 10_000;

async function start(config: Config, log: Logger): Promise<void> {
  const database = await startDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    poolSize: config.databasePoolSize,
    as: 'gateway',
    log: (message, fields) => log.info(fields ?? {}, message),
  });
  const admin = await ensureAdmin(database.db, {
    email: config.adminEmail,
    token: config.adminToken,
  });
  let baseUrl = config.baseUrl ?? '';
  const app = await createGateway({
    schema,
    db: database.db,
    log,
    baseUrl: () => baseUrl,
    production: config.production,
  });
  closeWithGrace({ delay: STOP_TIMEOUT_MS, logger: false }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'stopping because of an error');
    else log.info({ signal }, 'stopping');
    await app.close();
    await database.stop();
  });
  const address = await app.listen({ port: config.port, host: config.host });
  baseUrl = config.baseUrl ?? address;
  announce(baseUrl, admin.newToken);
}

/** Tells a person where to go; the first token is shown this once. */
function announce(baseUrl: string, newToken: string | undefined): void {
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

try {
  const config = readConfig(process.env);
  await start(config, pino({ level: config.logLevel }));
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof DatabaseStartError)) throw error;
  process.stderr.write(`docgraph did not start. ${error.message}\n`);
  process.exitCode = 1;
}
