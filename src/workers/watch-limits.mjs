// A thread that ends its worker process at a limit, or when the parent has ended. The working thread
// may be in a loop that no message or timer can interrupt. It is JavaScript, so that it starts
// without a compiler.
import fs from 'node:fs';
import { workerData } from 'node:worker_threads';

const INTERVAL_MS = 100;
/** File descriptor of the pipe through which the parent reads the reason. */
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
