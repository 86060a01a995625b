// A process that keeps the embedded PostgreSQL open until it is killed, for tests of that case.
// Arguments: data directory, role. Writes one line of JSON: { url } or { refused }.
import { openEmbeddedPostgres } from '../../src/database/embedded-postgres.ts';

const [dataDir = '', role] = process.argv.slice(2);
try {
  const as = role === 'gateway' ? 'gateway' : 'command';
  const { url } = await openEmbeddedPostgres({ dataDir, as });
  console.log(JSON.stringify({ url }));
} catch (error) {
  console.log(JSON.stringify({ refused: String(error) }));
}
