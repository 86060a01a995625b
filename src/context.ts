import type { Logger } from 'pino';
import { loadMemberships } from './auth/memberships.ts';
import type { Viewer } from './auth/viewer.ts';
import type { Database, PrismaTransaction } from './database/database.ts';
import { runTransaction } from './database/run-transaction.ts';
import { AppError } from './errors.ts';
import { Loaders } from './pagination/loaders.ts';
import { PAGE_SIZE_MAX } from './pagination/page-request.ts';

/** What a resolver and a domain function know of the request that they serve. */
export interface Context {
  /** Who asks. @throws UNAUTHENTICATED when the request carries no token */
  readonly viewer: Viewer;
  readonly db: Database;
  /** Batched reads, as the viewer sees the graph. */
  readonly loaders: Loaders;
  /** Prefix of every URL in an answer, without a trailing slash. */
  readonly baseUrl: string;
  readonly log: Logger;
  /** Largest page of a connection: the REST surface raises it. */
  readonly pageSizeMax: number;
  now(): Date;
  /**
   * Runs writes as one transaction: all or nothing. Reads that follow see them.
   *
   * @throws CONFLICT when another write took a unique value or deleted what this one refers to
   */
  write<Result>(work: (transaction: PrismaTransaction) => Promise<Result>): Promise<Result>;
  /** Reads again what the viewer is a member of: after a write that changed that for them. */
  renewViewer(): Promise<void>;
}

export interface ContextOptions {
  /** Who asks, or why nobody is known. */
  viewer: Viewer | AppError;
  db: Database;
  baseUrl: string;
  log: Logger;
  pageSizeMax?: number;
  now?: () => Date;
}

/** Makes the context of one request. */
export function createContext(options: ContextOptions): Context {
  const { db } = options;
  let { viewer } = options;
  const loaders = viewer instanceof AppError ? viewer : new Loaders(db, viewer.id);
  return {
    get viewer() {
      if (viewer instanceof AppError) throw viewer;
      return viewer;
    },
    get loaders() {
      if (loaders instanceof AppError) throw loaders;
      return loaders;
    },
    db,
    baseUrl: options.baseUrl,
    log: options.log,
    pageSizeMax: options.pageSizeMax ?? PAGE_SIZE_MAX,
    now: options.now ?? (() => new Date()),
    async write(work) {
      try {
        return await runTransaction(db, work);
      } finally {
        if (loaders instanceof Loaders) loaders.clear();
      }
    },
    async renewViewer() {
      if (viewer instanceof AppError) throw viewer;
      viewer = { ...viewer, memberships: await loadMemberships(db, viewer.id) };
    },
  };
}
