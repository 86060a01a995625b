import { parseNoArguments, readStart } from './read-start.ts';

const failure = 'The worker did not start.';
const start = readStart({ usage: 'docgraph worker', failure, parse: parseNoArguments });
if (start !== null) {
  const { runWorker } = await import('./run-worker.ts');
  await runWorker(start.config, failure);
}
