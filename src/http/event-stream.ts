import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** Interval of comments that keep the connection through proxies, in milliseconds. */
const PING_MS = 12_000;
/** Pause before an event is read again that could not be read, in milliseconds. */
const RETRY_MS = 1000;

/** A message of a stream of events. */
export interface StreamMessage {
  /** The message as it is sent, maybe to many. */
  readonly bytes: Buffer;
  /** True if the stream ends after it. */
  readonly isLast: boolean;
}

/** @param json result of the operation */
export function streamMessage(json: string, isLast: boolean): StreamMessage {
  const end = isLast ? 'event: complete\ndata:\n\n' : '';
  return { bytes: Buffer.from(`event: next\ndata: ${json}\n\n${end}`), isLast };
}

/** Reads the message of an event. Returns null if it must be read again later. */
type ReadMessage = (event: object) => Promise<StreamMessage | null>;

/**
 * Body of a response in the protocol of graphql-sse (distinct connections mode). It asks for the
 * next event when the client has taken the message before.
 */
export class EventStream extends Readable {
  readonly #events: AsyncIterator<object>;
  readonly #read: ReadMessage;
  readonly #ping: NodeJS.Timeout;
  #isBusy = false;

  constructor(events: AsyncIterator<object>, read: ReadMessage) {
    super({ highWaterMark: 1 });
    this.#events = events;
    this.#read = read;
    this.push(':\n\n');
    this.#ping = setInterval(() => {
      // A client that does not read gets no more.
      if (this.readableLength === 0) this.push(':\n\n');
    }, PING_MS).unref();
  }

  override _read(): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#pushNext().catch((error: unknown) => this.destroy(error as Error));
  }

  async #pushNext(): Promise<void> {
    const { value: event, done } = await this.#events.next();
    // Without a message `complete`, clients connect again, to another gateway if this one stops.
    if (done === true) return this.#end();
    let message = await this.#read(event);
    while (!message && !this.destroyed) {
      await sleep(RETRY_MS, undefined, { ref: false });
      message = await this.#read(event);
    }
    if (!message || this.destroyed) return;
    this.#isBusy = message.isLast;
    this.push(message.bytes);
    if (message.isLast) this.#end();
  }

  #end(): void {
    clearInterval(this.#ping);
    if (!this.destroyed) this.push(null);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearInterval(this.#ping);
    void this.#events.return?.();
    done(error);
  }
}
