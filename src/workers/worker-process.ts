import { fork, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorText } from '../lib/error-text.ts';
import { WorkerLimitError } from './worker-limit-error.ts';
import type { Ask, FromWorker, ToWorker } from './worker-messages.ts';

const MEBIBYTE = 1024 * 1024;
/** Memory of a process outside its heap, in MiB: code, buffers, images. */
const BESIDE_HEAP_MB = 512;
/** Wall time limit of work, as a multiple of its CPU time: a stopped process uses no CPU time. */
const WAIT_FACTOR = 10;
/** Wall time that the start of a process may take beside that, in milliseconds. */
const START_MAX_MS = 60_000;

export interface WorkerProcessOptions {
  /** The module of the functions. */
  module: URL;
  /** Heap limit, in MiB. */
  memoryMb: number;
}

export interface ProcessWork {
  name: string;
  input: unknown;
  /** CPU time limit, in milliseconds. */
  cpuMs: number;
  /** Answers questions of the work. */
  answer?: Ask | undefined;
  /** Aborts the work. */
  signal?: AbortSignal | undefined;
}

/** Environment of a worker. It excludes the settings of the gateway, which contain secrets. */
const ENVIRONMENT = { TMPDIR: os.tmpdir(), TEMP: os.tmpdir() };

/** The outcome of work. */
type Outcome = Exclude<FromWorker, { question: number }>;

/** A process that runs functions of a module, one at a time, until it reaches a limit. */
export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #memoryMb: number;
  /** The limit for which it ended itself; '' if none. */
  #reason = '';
  #isFit = true;

  constructor({ module, memoryMb }: WorkerProcessOptions) {
    this.#memoryMb = memoryMb;
    const extension = path.extname(import.meta.url);
    const main = new URL(`./worker-main${extension}`, import.meta.url);
    const compiler = new URL('./compile-sources.mjs', import.meta.url);
    const memoryMax = (memoryMb + BESIDE_HEAP_MB) * MEBIBYTE;
    this.#child = fork(fileURLToPath(main), [module.href, String(memoryMax)], {
      env: ENVIRONMENT,
      execArgv: [
        `--max-old-space-size=${memoryMb}`,
        // The compiler of this process is not inherited. Modules of tests are not compiled.
        ...([extension, path.extname(module.pathname)].includes('.ts')
          ? ['--import', compiler.href]
          : []),
      ],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
    });
    // A process that fails to start has no pipe. Errors of its pipes are ignored: its end is
    // handled.
    const reason = this.#child.stdio[4] as Socket | undefined;
    reason?.on('data', (bytes: Buffer) => (this.#reason += bytes.toString())).on('error', () => {});
    reason?.unref();
    this.#child.on('error', () => (this.#isFit = false));
    this.#child.on('exit', () => (this.#isFit = false));
    this.#release();
  }

  /** Whether it can run more work. */
  get isFit(): boolean {
    return this.#isFit;
  }

  /**
   * Runs a function.
   *
   * @throws the function's error, with its message alone; WorkerLimitError at a limit or a crash;
   *   the reason of the signal
   */
  async run({ name, input, cpuMs, answer, signal }: ProcessWork): Promise<unknown> {
    signal?.throwIfAborted();
    const onAbort = () => this.end();
    const timer = setTimeout(
      () => {
        this.#reason = 'time';
        this.end();
      },
      START_MAX_MS + cpuMs * WAIT_FACTOR,
    );
    signal?.addEventListener('abort', onAbort);
    this.#hold();
    try {
      const message = await this.#outcomeOf({ name, input, cpuMs }, answer);
      // Ends a process that keeps much memory: the next work would lack it.
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

  /** Kills the process. */
  end(): void {
    this.#isFit = false;
    this.#child.kill('SIGKILL');
  }

  /** Sends work, and waits for its outcome or for the end of the process. */
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
      this.#send({ question, error: errorText(error) });
    }
  }

  /** Sends a message. Errors are ignored: a process that accepts no message is about to end. */
  #send(message: ToWorker): void {
    this.#child.send(message, () => undefined);
  }

  /** Keeps this process running until the other one replies. */
  #hold(): void {
    this.#child.ref();
    this.#child.channel?.ref();
  }

  #release(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }
}
