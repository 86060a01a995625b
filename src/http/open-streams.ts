import { preconditionFailed } from '../errors.ts';

/** Most subscriptions that are open at once with one API token on one gateway. */
const SUBSCRIPTIONS_PER_TOKEN_MAX = 100;

/** Events of the subscriptions that are open on this gateway. */
export class OpenStreams {
  readonly #byToken = new Map<string, Set<AsyncIterator<object>>>();

  /**
   * Counts the events of a token's subscription until they are returned.
   *
   * @throws PRECONDITION_FAILED if the token has too many already
   */
  add(tokenId: string, events: AsyncIterator<object>): AsyncIterator<object> {
    const ofToken = this.#byToken.get(tokenId) ?? new Set();
    if (ofToken.size >= SUBSCRIPTIONS_PER_TOKEN_MAX) {
      throw preconditionFailed(
        `This API token has ${SUBSCRIPTIONS_PER_TOKEN_MAX} open subscriptions, the most that one ` +
          'can have: close some of them, or use another token.',
      );
    }
    const counted: AsyncIterator<object> = {
      next: () => events.next(),
      return: async () => {
        ofToken.delete(counted);
        if (ofToken.size === 0) this.#byToken.delete(tokenId);
        return (await events.return?.()) ?? { done: true, value: undefined };
      },
    };
    this.#byToken.set(tokenId, ofToken.add(counted));
    return counted;
  }

  /** Number of open subscriptions. */
  get size(): number {
    return [...this.#byToken.values()].reduce((sum, ofToken) => sum + ofToken.size, 0);
  }

  /** Ends all of them. */
  endAll(): void {
    for (const ofToken of this.#byToken.values()) {
      for (const events of ofToken) void events.return?.();
    }
  }
}
