import { readStart } from './read-start.ts';

const config = readStart('npm run worker', 'The worker did not start.');
if (config !== null) {
  const { runWorker } = await import('./run-worker.ts');
  await runWorker(config);
}
