import pg from 'pg';
import { connectToDatabase } from '../migrate.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/** Settings that make the texts of values independent of the server, and do not end long copies. */
const settings = [
  ...['TimeZone=UTC', 'DateStyle=ISO', 'IntervalStyle=postgres', 'extra_float_digits=1'],
  ...['statement_timeout=0', 'lock_timeout=0', 'idle_in_transaction_session_timeout=0'],
];

/**
 * Connects to a database for a backup or its restore.
 *
 * @param purpose name of the connection, which administrators see
 * @throws DatabaseStartError that says what to do
 */
export async function connectForCopies(url: string, purpose: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `docgraph ${purpose}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    client_encoding: 'UTF8',
    options: settings.map((setting) => `-c ${setting}`).join(' '),
  });
  client.on('error', () => {}); // the statement that is running reports it
  await connectToDatabase(client);
  return client;
}
