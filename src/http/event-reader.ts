import { setImmediate } from 'node:timers/promises';
import type { DocumentNode, ExecutionArgs, ExecutionResult } from 'graphql';
import { databaseTrouble } from '../database/database-trouble.ts';
import { jsonText } from '../lib/raw-json.ts';
import { groupBy } from '../lib/group-by.ts';
import { createSerialQueue } from '../lib/serially.ts';
import type { TokenHolder } from '../plan/compiled-operations.ts';
import type { Payload } from '../plan/payload-read.ts';
import { BusyError } from './admission.ts';
import type { OperationExecutor } from './direct-operations.ts';
import { streamMessage, type StreamMessage } from './event-stream.ts';
import type { ServerContext, Subscription } from './operation-errors.ts';

/** One of this many connections to the database reads events, and one at least. */
const READ_SHARE = 4;
/** Number of subscribers who get a message before other requests have their turn. */
const SENT_AT_ONCE = 250;

/** Sender of a subscription, who is looked up for each event. */
export interface Subscriber {
  /** Returns the holder of the token; undefined if only the context knows it. */
  readonly holder: () => TokenHolder | undefined;
  readonly server: () => Promise<ServerContext>;
}

/** Executes an operation with all plugins. */
type Execute = (args: ExecutionArgs, server: ServerContext) => Promise<ExecutionResult>;

/** A subscriber who waits for the response to an event. */
interface Reader {
  readonly subscriber: Subscriber;
  readonly holder: TokenHolder | undefined;
  readonly resolve: (message: Message) => void;
  readonly reject: (error: unknown) => void;
}

/** Readers of the same event by the same operation. */
interface Group {
  readonly subscription: Subscription;
  readonly event: object;
  readonly readers: Reader[];
}

/** A message of a stream; null if the database can only read it later. */
type Message = StreamMessage | null;

/**
 * Reads the responses to events. Those who wait for the same response when a change is noticed get
 * one that is read once, if it cannot depend on which of them reads it.
 */
export class EventReader {
  readonly #executor: OperationExecutor;
  readonly #execute: Execute;
  readonly #inTurn: ReturnType<typeof createSerialQueue>;
  #groups = new Map<DocumentNode, Map<string, Group>>();

  /** @param connections number of connections to the database */
  constructor(executor: OperationExecutor, connections: number, execute: Execute) {
    this.#executor = executor;
    this.#execute = execute;
    // A change that thousands wait for must leave the database to others.
    this.#inTurn = createSerialQueue(Math.max(1, Math.floor(connections / READ_SHARE)));
  }

  /** Reads the response to an event. Returns null if the database can only do so later. */
  read(subscription: Subscription, event: object, subscriber: Subscriber): Promise<Message> {
    return new Promise((resolve, reject) => {
      const reader = { subscriber, holder: subscriber.holder(), resolve, reject };
      this.#groupOf(subscription, event).readers.push(reader);
    });
  }

  #groupOf(subscription: Subscription, event: object): Group {
    if (this.#groups.size === 0) void this.#readSoon();
    const { document, operationName, variables } = subscription.request;
    let ofDocument = this.#groups.get(document);
    if (!ofDocument) this.#groups.set(document, (ofDocument = new Map()));
    const key = JSON.stringify([operationName, variables, event]);
    let group = ofDocument.get(key);
    if (!group) ofDocument.set(key, (group = { subscription, event, readers: [] }));
    return group;
  }

  /** Reads the groups once everybody who noticed the same changes has joined them. */
  async #readSoon(): Promise<void> {
    await setImmediate();
    const groups = [...this.#groups.values()].flatMap((ofDocument) => [...ofDocument.values()]);
    this.#groups = new Map();
    await Promise.all(groups.map((group) => this.#readGroup(group)));
  }

  async #readGroup(group: Group): Promise<void> {
    const isAlone = group.readers.length === 1;
    const others = isAlone ? group.readers : await this.#inTurn(() => this.#readShared(group));
    // Those with one token differ in nothing.
    const byToken = groupBy<Reader, unknown>(
      others,
      (reader) => reader.holder?.token.hash ?? reader,
    );
    const reads = [...byToken.values()].map(async (readers) => {
      const [{ subscriber, holder }] = readers as [Reader];
      try {
        const read = () => this.#read(group, subscriber, holder);
        await send(await this.#inTurn(read), readers);
      } catch (error) {
        for (const { reject } of readers) reject(error);
      }
    });
    await Promise.all(reads);
  }

  /** Reads one response for as many readers as possible. Returns those who did not get it. */
  async #readShared({ subscription, event, readers }: Group): Promise<readonly Reader[]> {
    const hashes = new Set(readers.flatMap(({ holder }) => holder?.token.hash ?? []));
    const holder = readers.find((reader) => reader.holder)?.holder;
    if (!holder || hashes.size < 2) return readers;
    const { operations, admission } = this.#executor;
    const { request, cost } = subscription;
    try {
      const shared = await admission.run(cost, () =>
        operations.runSharedEvent(request, event as Payload, holder, [...hashes]),
      );
      if (!shared) return readers;
      const seeing = new Set([...hashes].filter((_hash, index) => shared.indexes.has(index)));
      const isSeeing = (reader: Reader) => seeing.has(reader.holder?.token.hash ?? '');
      await send(streamMessage(shared.json, false), readers.filter(isSeeing));
      return readers.filter((reader) => !isSeeing(reader));
    } catch (error) {
      // Each of them reports what is wrong, or waits.
      holder.log.warn({ err: error }, 'an event could not be read for all of its subscribers');
      return readers;
    }
  }

  async #read(
    { subscription, event }: Group,
    { server }: Subscriber,
    holder: TokenHolder | undefined,
  ): Promise<Message> {
    try {
      const planned = holder && (await this.#readPlanned(subscription, event, holder));
      if (planned !== undefined) return streamMessage(planned, false);
      const args = { ...subscription.args, rootValue: event };
      const { data, errors } = await this.#execute(args, await server());
      if (errors?.some(({ extensions }) => extensions['code'] === 'SERVICE_UNAVAILABLE'))
        return null;
      // It sets the status of a response, which a stream has sent already.
      for (const { extensions } of errors ?? []) delete extensions['http'];
      const json = jsonText({ ...(errors && { errors }), data });
      return streamMessage(json, (data ?? null) === null);
    } catch (error) {
      if (!isPassing(error)) throw error;
      return null;
    }
  }

  async #readPlanned(
    { request, cost }: Subscription,
    event: object,
    holder: TokenHolder,
  ): Promise<string | undefined> {
    const { operations, admission } = this.#executor;
    const planned = await admission.run(cost, () =>
      operations.runEvent(request, event as Payload, holder),
    );
    return planned?.json;
  }
}

/** Returns whether the same read may succeed later. */
function isPassing(error: unknown): boolean {
  return error instanceof BusyError || databaseTrouble(error) !== null;
}

/** Gives a message to readers, so that other requests have their turn in between. */
async function send(message: Message, readers: readonly Reader[]): Promise<void> {
  for (const [index, { resolve }] of readers.entries()) {
    if (index > 0 && index % SENT_AT_ONCE === 0) await setImmediate();
    resolve(message);
  }
}
