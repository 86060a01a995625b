/** Cost up to which an operation is light. */
const LIGHT_COST = 1000;
/**
 * Most operations at once that are not light: while PostgreSQL reads for one, the process writes
 * the result of another. More at once do not raise the throughput, and a light one waits for each.
 */
const HEAVY_TURNS_MAX = 2;
/** Delay of an operation's place in the queue for each unit of its cost, in milliseconds. */
const DELAY_MS = 0.5;
/** The most of it: whatever an operation costs, those that come later than this do not pass it. */
const DELAY_MAX_MS = 3000;
/** Longest wait for a turn, in milliseconds: as long as for a connection. */
const WAIT_MAX_MS = 10_000;

/** Too many operations wait already. */
export class BusyError extends Error {
  override name = 'BusyError';
  /** PostgreSQL's code of too many connections, as which it is reported. */
  readonly code = '53300';

  constructor() {
    super('Too many operations wait for their turn.');
  }
}

interface Waiting {
  readonly isLight: boolean;
  /** Time of arrival. */
  readonly arrival: number;
  readonly start: () => void;
}

/**
 * Runs as many reads at once as use the connections to the database; the others wait. Who comes
 * next is decided by cost and arrival, and only a few are heavy: light ones hardly wait for them,
 * however many there are. What waits holds no result yet.
 */
export class OperationTurns {
  readonly #turns: number;
  readonly #heavyTurns: number;
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #heavyRunning = 0;

  constructor(turns: number) {
    this.#turns = turns;
    this.#heavyTurns = Math.max(1, Math.min(turns - 1, HEAVY_TURNS_MAX));
  }

  /** @throws BusyError when there is no turn for it in time */
  async run<Result>(cost: number, work: () => Promise<Result>): Promise<Result> {
    const isLight = cost <= LIGHT_COST;
    if (this.#hasTurn(isLight)) this.#take(isLight);
    else await this.#turn(cost, isLight);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      if (!isLight) this.#heavyRunning -= 1;
      this.#startNext();
    }
  }

  #hasTurn(isLight: boolean): boolean {
    return this.#running < this.#turns && (isLight || this.#heavyRunning < this.#heavyTurns);
  }

  #take(isLight: boolean): void {
    this.#running += 1;
    if (!isLight) this.#heavyRunning += 1;
  }

  #turn(cost: number, isLight: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const arrival = performance.now() + Math.min(cost * DELAY_MS, DELAY_MAX_MS);
      const timer = setTimeout(() => {
        this.#leave(waiting);
        reject(new BusyError());
      }, WAIT_MAX_MS);
      const waiting: Waiting = {
        isLight,
        arrival,
        start: () => {
          clearTimeout(timer);
          this.#leave(waiting);
          this.#take(isLight);
          resolve();
        },
      };
      this.#waiting.push(waiting);
    });
  }

  #leave(waiting: Waiting): void {
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
  }

  #startNext(): void {
    let next: Waiting | undefined;
    for (const waiting of this.#waiting) {
      if (!this.#hasTurn(waiting.isLight)) continue;
      if (!next || waiting.arrival < next.arrival) next = waiting;
    }
    next?.start();
  }
}
