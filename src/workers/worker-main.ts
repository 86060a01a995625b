import fs from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { AskingWorks, FromWorker, ToWorker } from './worker-messages.ts';

// The main module of a worker process: `worker-main <module> <memory limit in bytes>`.

const [, , module = '', memoryMax = ''] = process.argv;

// Ignores signals, which reach the whole process group: the parent decides when a worker ends,
// since a request may still wait for its result.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());

dieFirst();

/** CPU time at which this process must end, in milliseconds, shared with the watcher thread. */
const cpuEndMs = new Float64Array(new SharedArrayBuffer(8)).fill(Infinity);
const watcher = new Worker(new URL('./watch-limits.mjs', import.meta.url), {
  workerData: { cpuEndMs, memoryMax: Number(memoryMax), parent: process.ppid },
  execArgv: [],
});
watcher.unref();

const answers = new Map<number, (answer: { value: unknown } | { error: string }) => void>();
let lastQuestion = 0;

const works = import(module) as Promise<AskingWorks<string>>;
works.catch(() => undefined);
process.on('message', (message: ToWorker) => {
  if ('question' in message) {
    answers.get(message.question)?.(message);
    answers.delete(message.question);
  } else void run(message);
});

async function run({ name, input, cpuMs }: Extract<ToWorker, { name: string }>): Promise<void> {
  try {
    const work = (await works)[name];
    if (!work) throw new Error(`The module has no function "${name}".`);
    cpuEndMs[0] = cpuUsedMs() + cpuMs;
    send({ result: await work(input as never, ask), rss: process.memoryUsage.rss() });
  } catch (error) {
    const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
    send({ error: { message, stack }, rss: process.memoryUsage.rss() });
  } finally {
    cpuEndMs[0] = Infinity;
  }
}

/** Asks the parent a question. @throws the parent's error */
function ask(value: unknown): Promise<unknown> {
  lastQuestion += 1;
  const question = lastQuestion;
  return new Promise((resolve, reject) => {
    answers.set(question, (answer) => {
      if ('error' in answer) reject(new Error(answer.error));
      else resolve(answer.value);
    });
    send({ question, value });
  });
}

function send(message: FromWorker): void {
  process.send?.(message);
}

function cpuUsedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Lets the out-of-memory killer end this process before its parent. */
function dieFirst(): void {
  try {
    if (process.platform === 'linux') fs.writeFileSync('/proc/self/oom_score_adj', '500');
  } catch {
    // A system that forbids this runs the work all the same.
  }
}
