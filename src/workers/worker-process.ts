import { fork, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { WorkerLimitError } from './worker-limit-error.ts';
import type { Ask, FromWorker, ToWorker } from './worker-messages.ts';

const MEBIBYTE = 1024 * 1024;
/** Memory of a process beside its heap, in MiB: code, buffers, pictures. */
const BESIDE_HEAP_MB = 512;
/** Longest time for some work, as a multiple of its CPU time: a stopped process never ends. */
const WAIT_FACTOR = 10;

export interface ProcessOptions {
  /** The module whose functions it runs. */
  module: URL;
  /** Most memory of its heap, in MiB. */
  memoryMb: number;
}

export interface ProcessWork {
  name: string;
  input: unknown;
  /** Most CPU time, in milliseconds. */
  cpuMs: number;
  /** Answers what the work asks. */
  answer?: Ask | undefined;
  /** Gives up the work. */
  signal?: AbortSignal | undefined;
}

/** Environment of a worker: the settings of the gateway, which hold secrets, are not in it. */
const ENVIRONMENT = { TMPDIR: os.tmpdir(), TEMP: os.tmpdir() };

/** What comes of work. */
type Outcome = Exclude<FromWorker, { question: number }>;

/** Process that runs functions of a module, one at a time, until it reaches a limit. */
export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #memoryMb: number;
  /** Why it ended itself; '' when it did not. */
  #reason = '';
  #isFit = true;

  constructor({ module, memoryMb }: ProcessOptions) {
    this.#memoryMb = memoryMb;
    const extension = path.extname(import.meta.url);
    const main = new URL(`./worker-main${extension}`, import.meta.url);
    const compiler = new URL('./compile-sources.mjs', import.meta.url);
    const memoryMax = (memoryMb + BESIDE_HEAP_MB) * MEBIBYTE;
    this.#child = fork(fileURLToPath(main), [module.href, String(memoryMax)], {
      env: ENVIRONMENT,
      execArgv: [
        `--max-old-space-size=${memoryMb}`,
        // What compiles sources in this process does not reach there.
        ...(extension === '.ts' ? ['--import', compiler.href] : []),
      ],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
    });
    // A process that does not start has no pipe. What its pipes fail with follows from its end.
    const reason = this.#child.stdio[4] as Socket | undefined;
    reason?.on('data', (bytes: Buffer) => (this.#reason += bytes.toString())).on('error', () => {});
    reason?.unref();
    this.#child.on('error', () => (this.#isFit = false));
    this.#child.on('exit', () => (this.#isFit = false));
    this.#release();
  }

  /** Whether it can do more work. */
  get isFit(): boolean {
    return this.#isFit;
  }

  /**
   * Runs a function.
   *
   * @throws what the function throws, with its message alone; WorkerLimitError at a limit, or when
   *   the process ended for another reason; the reason of the signal
   */
  async run({ name, input, cpuMs, answer, signal }: ProcessWork): Promise<unknown> {
    signal?.throwIfAborted();
    const onAbort = () => this.end();
    const timer = setTimeout(() => {
      this.#reason = 'time';
      this.end();
    }, cpuMs * WAIT_FACTOR);
    signal?.addEventListener('abort', onAbort);
    this.#hold();
    try {
      const message = await this.#outcomeOf({ name, input, cpuMs }, answer);
      // What it keeps beside its code would be missing for the next.
      if (message.rss > ((this.#memoryMb + BESIDE_HEAP_MB) * MEBIBYTE) / 2) this.end();
      if ('result' in message) return message.result;
      throw Object.assign(new Error(message.error.message), { stack: message.error.stack });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      this.#release();
    }
  }

  /** Ends the process, whatever it does. */
  end(): void {
    this.#isFit = false;
    this.#child.kill('SIGKILL');
  }

  /** Hands over work, and waits for what comes of it or for the end of the process. */
  #outcomeOf(work: Extract<ToWorker, { name: string }>, answer: Ask | undefined): Promise<Outcome> {
    const child = this.#child;
    return new Promise<Outcome>((resolve, reject) => {
      const onMessage = (message: FromWorker) => {
        if ('question' in message) void this.#reply(message, answer);
        else settle(() => resolve(message));
      };
      const onError = (error: Error) => settle(() => reject(WorkerLimitError.crash(error.message)));
      const onClose = (code: number | null, signal: string | null) => {
        const { cpuMs } = work;
        const end = { reason: this.#reason, signal: signal ?? `status ${code}` };
        settle(() => reject(WorkerLimitError.ofEnd(end, { cpuMs, memoryMb: this.#memoryMb })));
      };
      const settle = (done: () => void) => {
        child.off('message', onMessage).off('error', onError).off('close', onClose);
        done();
      };
      child.on('message', onMessage).on('error', onError).on('close', onClose);
      this.#send(work);
    });
  }

  async #reply({ question, value }: { question: number; value: unknown }, answer?: Ask) {
    try {
      if (!answer) throw new Error('Nobody answers questions of this work.');
      this.#send({ question, value: await answer(value) });
    } catch (error) {
      this.#send({ question, error: error instanceof Error ? error.message : String(error) });
    }
  }

  /** Sends a message; a process that takes none any more is about to end. */
  #send(message: ToWorker): void {
    this.#child.send(message, () => undefined);
  }

  /** Lets this process wait for the other one. */
  #hold(): void {
    this.#child.ref();
    this.#child.channel?.ref();
  }

  #release(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }
}
