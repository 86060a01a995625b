import type { Logger } from 'pino';
import { loadViewer } from './auth/load-viewer.ts';
import { loadMemberships } from './auth/memberships.ts';
import type { Viewer } from './auth/viewer.ts';
import type { Database, PrismaTransaction, Sql } from './database/database.ts';
import { patientDatabase } from './database/patient-database.ts';
import { runTransaction } from './database/run-transaction.ts';
import { AppError, unauthenticated } from './errors.ts';
import { createWebClient } from './external/http/create-web-client.ts';
import type { WebClient } from './external/http/web-client.ts';
import type { Translator } from './external/translator/translator.ts';
import type { Mailer } from './external/mail/mailer.ts';
import { Loaders } from './pagination/loaders.ts';
import { PAGE_SIZE_MAX } from './pagination/page-request.ts';

/** What a resolver and a domain function know of the request that they serve. */
export interface Context {
  /** Who asks. @throws UNAUTHENTICATED when the request carries no token */
  readonly viewer: Viewer;
  /**
   * Who asks, for the few things that need no token: null when the request carries none.
   *
   * @throws UNAUTHENTICATED when it carries one that is not valid
   */
  readonly viewerOrNobody: Viewer | null;
  /** True when the request carries a valid token. */
  readonly hasViewer: boolean;
  readonly db: Database;
  /** Batched reads, as the viewer sees the graph. */
  readonly loaders: Loaders;
  /** Prefix of every URL in an answer, without a trailing slash. */
  readonly baseUrl: string;
  readonly log: Logger;
  /** Sends mail; null where no mail server was given. */
  readonly mailer: Mailer | null;
  /** Asks servers of the internet. */
  readonly web: WebClient;
  /** Translates; null where no service was given. Jobs use it, requests ask if it is there. */
  readonly translator: Translator | null;
  /** Largest page of a connection: the REST surface raises it. */
  readonly pageSizeMax: number;
  /** What tells the writes of this request from others: done once, however often it is sent. */
  readonly idempotencyKey: string | null;
  now(): Date;
  /** Says which root field of a mutation runs from now on. They run one after the other. */
  enterMutation(field: string): void;
  /** Whether a write of that root field, or of any one, was committed. */
  isCommitted(field?: string): boolean;
  /**
   * Runs writes as one transaction: all or nothing. Reads that follow see them.
   *
   * @throws CONFLICT when another write took a unique value or deleted what this one refers to
   */
  write<Result>(work: (transaction: PrismaTransaction) => Promise<Result>): Promise<Result>;
  /**
   * The same for what takes long to prepare, outside of the transaction. A write that was done
   * before, for an idempotency key, is not prepared again.
   */
  prepareAndWrite<Prepared, Result>(
    prepare: () => Promise<Prepared>,
    work: (transaction: PrismaTransaction, prepared: Prepared) => Promise<Result>,
  ): Promise<Result>;
  /** Reads again what the viewer is a member of: after a write that changed that for them. */
  renewViewer(): Promise<void>;
  /** Lets the rest of the request speak for a user who has just got their first token in it. */
  signIn(userId: string): Promise<void>;
}

export interface ContextOptions {
  /** Who asks: null without a token, an error for a token that is not valid. */
  viewer: Viewer | AppError | null;
  db: Database;
  baseUrl: string;
  log: Logger;
  mailer?: Mailer | null;
  /** One that reaches public addresses only, when absent. */
  web?: WebClient;
  translator?: Translator | null;
  pageSizeMax?: number;
  idempotencyKey?: string | null;
  now?: () => Date;
}

/** For all who do not bring a client of their own. It has no connections until it is used. */
const publicWeb = createWebClient();

/** Makes the context of one request. */
export function createContext(options: ContextOptions): Context {
  let { db, viewer } = options;
  const reader = { query: (statement: Sql) => db.query(statement) };
  let loaders = isKnown(viewer) ? new Loaders(reader, viewer.id) : null;
  const committed = new Set<string>();
  let mutation = '';
  // One error for all fields of a request: each would capture a stack of its own.
  let noToken: AppError | undefined;
  const refusal = () => (viewer instanceof AppError ? viewer : (noToken ??= tokenNeeded()));
  const requireViewer = (): Viewer => {
    if (isKnown(viewer)) return viewer;
    throw refusal();
  };
  return {
    get viewer() {
      return requireViewer();
    },
    get viewerOrNobody() {
      return viewer === null ? null : requireViewer();
    },
    get hasViewer() {
      return isKnown(viewer);
    },
    get loaders() {
      if (!loaders) throw refusal();
      return loaders;
    },
    get db() {
      return db;
    },
    baseUrl: options.baseUrl,
    log: options.log,
    mailer: options.mailer ?? null,
    web: options.web ?? publicWeb,
    translator: options.translator ?? null,
    pageSizeMax: options.pageSizeMax ?? PAGE_SIZE_MAX,
    idempotencyKey: options.idempotencyKey ?? null,
    now: options.now ?? (() => new Date()),
    enterMutation(field) {
      mutation = field;
    },
    isCommitted: (field) => (field === undefined ? committed.size > 0 : committed.has(field)),
    async write(work) {
      try {
        const result = await runTransaction(db, work);
        if (committed.size === 0) db = patientDatabase(db);
        committed.add(mutation);
        return result;
      } finally {
        loaders?.clear();
      }
    },
    async prepareAndWrite(prepare, work) {
      const prepared = await prepare();
      return this.write((transaction) => work(transaction, prepared));
    },
    async renewViewer() {
      const known = requireViewer();
      viewer = { ...known, memberships: await loadMemberships(db, known.id) };
    },
    async signIn(userId) {
      viewer = await loadViewer(db, userId);
      loaders = new Loaders(reader, userId);
    },
  };
}

function isKnown(viewer: ContextOptions['viewer']): viewer is Viewer {
  return viewer !== null && !(viewer instanceof AppError);
}

function tokenNeeded(): AppError {
  return unauthenticated('This needs an API token: send "Authorization: Bearer <token>".');
}
