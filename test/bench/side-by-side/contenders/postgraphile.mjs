// PostGraphile 5 on the product's tables, with its fast and Relay presets. Without VIEWER_ID nothing
// is checked; with it, the policies of row-level-security.ts are.
import { createServer } from 'node:http';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { PostGraphileRelayPreset } from 'postgraphile/presets/relay';
import { jsonPgSmartTags } from 'postgraphile/utils';
import { postgraphile } from 'postgraphile';

const { DATABASE_URL: connectionString, PORT: port, VIEWER_ID: viewerId } = process.env;

// The columns of users have no constraint of the database.
const userRelation = (column, field) => ({
  tags: { foreignKey: [`(${column}) references users (id)|@fieldName ${field}`] },
});
const relations = {
  comments: userRelation('posted_by_id', 'postedBy'),
  change_requests: userRelation('created_by_id', 'createdBy'),
};

const api = postgraphile({
  extends: [PostGraphileAmberPreset, PostGraphileRelayPreset],
  plugins: [jsonPgSmartTags({ version: 1, config: { class: relations } })],
  pgServices: [makePgService({ connectionString, poolConfig: { max: 16, idleTimeoutMillis: 0 } })],
  grafserv: { port: Number(port), graphiql: false, websockets: false, graphqlPath: '/graphql' },
  grafast: {
    explain: false,
    context: () =>
      viewerId === undefined
        ? {}
        : { pgSettings: { role: 'bench_viewer', 'bench.viewer_id': viewerId } },
  },
  schema: { defaultBehavior: '+orderBy +attribute:orderBy +resource:connection:backwards' },
});
const server = createServer();
await api.createServ(grafserv).addTo(server);
await api.getSchema();
server.listen(Number(port), '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}\n`);
});
