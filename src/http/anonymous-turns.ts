import { AppError } from '../errors.ts';

/** Most requests that wait for a turn. */
const WAITING_MAX = 50;
/** Rest after a turn, as a multiple of the time that the turn took. */
const REST_FACTOR = 1;

/**
 * Gives requests without a valid API token at most half of the time of the process: one turn at a
 * time, each followed by a rest that is as long. Their number is unbounded, so that without rests
 * everything else would wait behind them.
 */
export class AnonymousTurns {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  /**
   * Waits for a turn, and runs work in it.
   *
   * @throws SERVICE_UNAVAILABLE at once if too many wait already
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isTaken) await this.#turn();
    this.#isTaken = true;
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      setTimeout(() => this.#startNext(), (performance.now() - startedAt) * REST_FACTOR);
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= WAITING_MAX) {
      throw new AppError(
        'SERVICE_UNAVAILABLE',
        'Too many requests without an API token come in at once. Try again in a moment, or send ' +
          '"Authorization: Bearer <token>".',
      );
    }
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }

  #startNext(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTaken = false;
  }
}
