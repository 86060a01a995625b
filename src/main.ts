import { CommandError } from './commands/command-error.ts';
import { holdPort } from './commands/hold-port.ts';
import { parseNoArguments, readStart, refuse } from './commands/read-start.ts';
import type { Config } from './config.ts';

const failure = 'docgraph did not start.';

async function main(config: Config): Promise<void> {
  const port = await holdPort(config);
  // Loads docgraph only after the settings and the port are checked: loading takes seconds.
  const { startGateway } = await import('./commands/start-gateway.ts');
  await startGateway(config, port, failure);
}

const start = readStart({ usage: 'docgraph start', failure, parse: parseNoArguments });
if (start !== null) {
  await main(start.config).catch((error: unknown) => {
    if (!(error instanceof CommandError)) throw error;
    refuse(failure, error.message);
  });
}
