// A process that opens the embedded PostgreSQL and keeps it until it is killed, for tests of what
// happens then. Arguments: data directory, role. Writes one line of JSON: { url } or { refused }.
import { openEmbeddedPostgres } from '../../src/database/embedded-postgres.ts';

const [dataDir = '', role] = process.argv.slice(2);
try {
  const as = role === 'gateway' ? 'gateway' : 'command';
  const { url } = await openEmbeddedPostgres({ dataDir, as });
  console.log(JSON.stringify({ url }));
} catch (error) {
  console.log(JSON.stringify({ refused: String(error) }));
}
