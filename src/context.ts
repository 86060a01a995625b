import type { Logger } from 'pino';
import type { Addresses } from './addresses.ts';
import { loadViewer } from './auth/load-viewer.ts';
import { loadMemberships } from './auth/memberships.ts';
import type { Viewer } from './auth/viewer.ts';
import type { Database, PrismaTransaction } from './database/database.ts';
import { patientDatabase } from './database/patient-database.ts';
import type { ReadAfterCommit } from './database/direct-transaction.ts';
import { runTransaction } from './database/run-transaction.ts';
import { AppError, nullIfNotFound, unauthenticated } from './errors.ts';
import { createWebClient } from './external/http/create-web-client.ts';
import type { WebClient } from './external/http/web-client.ts';
import type { Translator } from './external/translator/translator.ts';
import type { Mailer } from './external/mail/mailer.ts';
import { Loaders } from './pagination/loaders.ts';
import { PAGE_SIZE_MAX } from './pagination/page-request.ts';

/** The context of a request, for resolvers and domain functions. */
export interface Context {
  /** The user who sends the request. @throws UNAUTHENTICATED when it carries no token */
  readonly viewer: Viewer;
  /**
   * The user, for the few operations that need no token. Null if the request carries none.
   *
   * @throws UNAUTHENTICATED when its token is invalid
   */
  readonly viewerOrNobody: Viewer | null;
  /** Whether the request carries a valid token. */
  readonly hasViewer: boolean;
  readonly db: Database;
  /** Batched reads of what the viewer may see. */
  readonly loaders: Loaders;
  /** The addresses in responses. */
  readonly addresses: Addresses;
  readonly log: Logger;
  /** Sends mail; null if no mail server is configured. */
  readonly mailer: Mailer | null;
  /** Client for requests to other servers. */
  readonly web: WebClient;
  /** Translates; null if no service is configured. Jobs use it; requests only check for it. */
  readonly translator: Translator | null;
  /** Maximum page size of a connection; `/v1` raises it. */
  readonly pageSizeMax: number;
  /** Identifies the writes of this request: they are done once, however often it is sent. */
  readonly idempotencyKey: string | null;
  now(): Date;
  /** Names the root field of the mutation that runs from now on. Root fields run serially. */
  enterMutation(field: string): void;
  /** Sends a read with the commit of each write from now on; null ends that. */
  readAfterWrites(read: ReadAfterCommit | null): void;
  /**
   * Outcomes of mutations that ran before the operation is executed, by the response keys of their
   * root fields. Each returns the payload, or throws the error.
   */
  readonly outcomes: Map<string, () => unknown>;
  /** Number of characters of the texts in the response so far. */
  responseTextLength: number;
  /** Returns whether a write of that root field, or of any root field, was committed. */
  isCommitted(field?: string): boolean;
  /**
   * Runs writes in one transaction. Later reads of the request see them.
   *
   * @throws CONFLICT when another write took a unique value or deleted a referenced resource
   */
  write<Result>(work: (transaction: PrismaTransaction) => Promise<Result>): Promise<Result>;
  /**
   * Like `write`, for writes that lock a contended resource for long, such as a space. Waiting
   * writes leave their connections to others.
   *
   * @param turn id of the locked resource
   */
  writeInTurn<Result>(
    turn: string | undefined,
    work: (transaction: PrismaTransaction) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Like `write`, but does slow preparation outside the transaction. Skips the preparation if the
   * write was already done under the same idempotency key.
   */
  prepareAndWrite<Prepared, Result>(
    prepare: () => Promise<Prepared>,
    work: (transaction: PrismaTransaction, prepared: Prepared) => Promise<Result>,
  ): Promise<Result>;
  /** Reloads the viewer's memberships, after a write that changed them. */
  renewViewer(): Promise<void>;
  /** Makes a user the viewer for the rest of the request that created their first token. */
  signIn(userId: string): Promise<void>;
}

export interface ContextOptions {
  /** The user: null without a token, an error for an invalid token. */
  viewer: Viewer | AppError | null;
  db: Database;
  addresses: Addresses;
  log: Logger;
  mailer?: Mailer | null;
  /** Defaults to a client that reaches public addresses only. */
  web?: WebClient;
  translator?: Translator | null;
  pageSizeMax?: number;
  idempotencyKey?: string | null;
  now?: () => Date;
}

/** The default client. It opens no connection until it is used. */
const publicWeb = createWebClient();

/** Creates the context of one request. */
export function createContext(options: ContextOptions): Context {
  return new RequestContext(options);
}

/** The state of a request that changes while it is served. Contexts made of another share it. */
interface RequestState {
  viewer: ContextOptions['viewer'];
  db: Database;
  loaders: Loaders | null;
  mutation: string;
  read: ReadAfterCommit | null;
  readonly committed: Set<string>;
  /** One error for all fields of a request: each error would capture a stack. */
  noToken?: AppError;
}

/**
 * A class, since getters of an object literal give each object a shape of its own, which keeps it
 * in memory until the next full collection of garbage.
 */
class RequestContext implements Context {
  readonly addresses: Addresses;
  readonly log: Logger;
  readonly mailer: Mailer | null;
  readonly web: WebClient;
  readonly translator: Translator | null;
  readonly pageSizeMax: number;
  readonly idempotencyKey: string | null;
  readonly now: () => Date;
  readonly outcomes = new Map<string, () => unknown>();
  responseTextLength = 0;
  private readonly state: RequestState;

  constructor({ db, viewer, ...options }: ContextOptions) {
    this.addresses = options.addresses;
    this.log = options.log;
    this.mailer = options.mailer ?? null;
    this.web = options.web ?? publicWeb;
    this.translator = options.translator ?? null;
    this.pageSizeMax = options.pageSizeMax ?? PAGE_SIZE_MAX;
    this.idempotencyKey = options.idempotencyKey ?? null;
    this.now = options.now ?? (() => new Date());
    const state = { viewer, db, mutation: '', read: null, committed: new Set<string>() };
    this.state = { ...state, loaders: null };
    if (isKnown(viewer)) this.load(viewer.id);
  }

  get viewer(): Viewer {
    const { viewer } = this.state;
    if (isKnown(viewer)) return viewer;
    throw this.refusal;
  }

  get viewerOrNobody(): Viewer | null {
    return this.state.viewer === null ? null : this.viewer;
  }

  get hasViewer(): boolean {
    return isKnown(this.state.viewer);
  }

  get loaders(): Loaders {
    const { loaders } = this.state;
    if (!loaders) throw this.refusal;
    return loaders;
  }

  get db(): Database {
    return this.state.db;
  }

  private get refusal(): AppError {
    const { state } = this;
    return state.viewer instanceof AppError ? state.viewer : (state.noToken ??= tokenNeeded());
  }

  private load(userId: string): void {
    const { state } = this;
    state.loaders = new Loaders({ query: (statement) => state.db.query(statement) }, userId);
  }

  enterMutation(field: string): void {
    this.state.mutation = field;
  }

  readAfterWrites(read: ReadAfterCommit | null): void {
    this.state.read = read;
  }

  isCommitted(field?: string): boolean {
    const { committed } = this.state;
    return field === undefined ? committed.size > 0 : committed.has(field);
  }

  write<Result>(work: (transaction: PrismaTransaction) => Promise<Result>): Promise<Result> {
    return this.writeInTurn(undefined, work);
  }

  async writeInTurn<Result>(
    turn: string | undefined,
    work: (transaction: PrismaTransaction) => Promise<Result>,
  ): Promise<Result> {
    const { state } = this;
    try {
      const result = await runTransaction(state.db, work, { turn, read: state.read ?? undefined });
      if (state.committed.size === 0) state.db = patientDatabase(state.db);
      state.committed.add(state.mutation);
      return result;
    } finally {
      state.loaders?.clear();
    }
  }

  async prepareAndWrite<Prepared, Result>(
    prepare: () => Promise<Prepared>,
    work: (transaction: PrismaTransaction, prepared: Prepared) => Promise<Result>,
  ): Promise<Result> {
    const prepared = await prepare();
    return this.write((transaction) => work(transaction, prepared));
  }

  async renewViewer(): Promise<void> {
    const { viewer, state } = this;
    state.viewer = { ...viewer, memberships: await loadMemberships(state.db, viewer.id) };
  }

  async signIn(userId: string): Promise<void> {
    this.state.viewer = await loadViewer(this.state.db, userId);
    this.load(userId);
  }
}

function isKnown(viewer: ContextOptions['viewer']): viewer is Viewer {
  return viewer !== null && !(viewer instanceof AppError);
}

function tokenNeeded(): AppError {
  return unauthenticated('This needs an API token: send "Authorization: Bearer <token>".');
}

/**
 * Runs a write whose transaction checks permissions itself, without preceding reads. Only if the
 * write is refused, runs the reads, for their error message.
 *
 * @param check reads that refuse at least what the transaction refuses
 */
export async function writeChecked<Result>(
  context: Context,
  check: () => Promise<unknown>,
  write: () => Promise<Result>,
): Promise<Result> {
  // Throws for a request without a token.
  void context.viewer;
  try {
    return await write();
  } catch (error) {
    const isRefused = error instanceof AppError && error.code !== 'SERVICE_UNAVAILABLE';
    if (isRefused) await check();
    throw error;
  }
}

/**
 * Deletes what somebody may delete. Does nothing if it does not exist for them, or was just
 * deleted: deleting a missing resource succeeds.
 *
 * @param find fails if it does not exist for the viewer, or if they may not delete it
 * @param remove locks it, and deletes it
 */
export async function deleteIfFound<Found>(
  context: Context,
  find: Promise<Found>,
  remove: (transaction: PrismaTransaction, found: Found) => Promise<unknown>,
): Promise<void> {
  const found = await find.catch(nullIfNotFound);
  if (found === null) return;
  await context.write((transaction) => remove(transaction, found)).catch(nullIfNotFound);
}
