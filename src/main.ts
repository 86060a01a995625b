import { readStart } from './commands/read-start.ts';

const config = readStart('npm start', 'docgraph did not start.');
if (config !== null) {
  // Not before the settings are known to be right: all of docgraph takes seconds to load.
  const { startGateway } = await import('./commands/start-gateway.ts');
  await startGateway(config);
}
