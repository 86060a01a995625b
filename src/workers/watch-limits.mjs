// A thread of a worker process that ends it at a limit, or when its parent is gone: the thread that
// works may be in a loop that no message and no timer gets into. JavaScript, so that it starts at
// once where sources are run as they are.
import fs from 'node:fs';
import { workerData } from 'node:worker_threads';

const INTERVAL_MS = 100;
/** The pipe on which the parent reads the reason. */
const REASON_FD = 4;

const { cpuEndMs, memoryMax, parent } = workerData;

setInterval(() => {
  const { user, system } = process.cpuUsage();
  if ((user + system) / 1000 > cpuEndMs[0]) end('time');
  else if (process.memoryUsage.rss() > memoryMax) end('memory');
  else if (process.ppid !== parent) end('orphan');
}, INTERVAL_MS);

function end(reason) {
  try {
    fs.writeSync(REASON_FD, reason);
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}
