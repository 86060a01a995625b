import { parseNoArguments, readStart } from './commands/read-start.ts';

const failure = 'docgraph did not start.';
const start = readStart({ usage: 'npm start', failure, parse: parseNoArguments });
if (start !== null) {
  // Not before the settings are known to be right: all of docgraph takes seconds to load.
  const { startGateway } = await import('./commands/start-gateway.ts');
  await startGateway(start.config, failure);
}
