import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { ChangeFeed } from './change-feed.ts';
import type { DatabaseTrouble } from './database-trouble.ts';
import {
  runDirectly,
  TransactionPool,
  type ReadAfterCommit,
  type TransactionDatabase,
} from './direct-transaction.ts';
import { Prisma, PrismaClient } from './generated/prisma/client.ts';
import { refusedText } from './refused-text.ts';
import { createStatementNames } from './statement-names.ts';
import { queryTexts } from './query-texts.ts';
import { queryBatch } from './statement-batch.ts';
import { createTransactionSlots, type TransactionSlots } from './transaction-slots.ts';
import { Turns } from './turns.ts';

/** Composes SQL: fragments nest, values become parameters. */
export const sql = Prisma.sql;
export type Sql = Prisma.Sql;
export const joinSql = Prisma.join;
export const rawSql = Prisma.raw;
export const emptySql = Prisma.empty;

/** A time, also one of a year that PostgreSQL writes otherwise. */
export function timeSql(time: Date): Sql {
  return sql`to_timestamp(${time.getTime()}::float8 / 1000)`;
}

/**
 * Milliseconds after which an idle connection is closed. Opening one takes PostgreSQL longer than
 * most requests, and loses the statements that were prepared on it.
 */
const IDLE_MAX_MS = 300_000;

/** Most statements that a connection keeps prepared; each holds its plan in PostgreSQL's memory. */
interface PreparedMax {
  statements: number;
  /** The same of those that read whole operations, whose plans are many times as large. */
  operations: number;
}

const defaultPreparedMax: PreparedMax = { statements: 500, operations: 60 };

/** A transaction's client, or the client itself. */
export type PrismaTransaction = Prisma.TransactionClient;

/** A reader of the database: the pool, or a transaction that sees its own writes. */
export interface Reader {
  /**
   * Runs one composed statement and returns its rows as arrays.
   *
   * @throws BAD_USER_INPUT for text with the character U+0000, which PostgreSQL cannot hold
   */
  query(statement: Sql): Promise<unknown[][]>;
}

const readers = new WeakMap<PrismaTransaction, Reader>();

/**
 * Returns the reader inside a transaction, the same each time. The columns of a statement need
 * names of their own.
 */
export function readerOf(transaction: PrismaTransaction): Reader {
  const known = readers.get(transaction);
  if (known) return known;
  const reader: Reader = {
    async query(statement) {
      const rows = await transaction.$queryRaw<Record<string, unknown>[]>(statement);
      return rows.map((row) => Object.values(row));
    },
  };
  readers.set(transaction, reader);
  return reader;
}

export interface Database extends Reader {
  /** Runs a statement that writes, and returns the number of rows that it changed. */
  execute(statement: Sql): Promise<number>;
  /** Runs several statements, sent as one, and returns the rows of each as arrays. */
  queryAll(statements: readonly Sql[]): Promise<unknown[][][]>;
  /** Runs a statement whose columns are all texts, and returns its rows as arrays. */
  queryTexts(statement: { text: string; values: unknown[] }): Promise<(string | null)[][]>;
  /** Writes, transactions and single-row reads. */
  prisma: PrismaClient;
  /**
   * Runs a transaction, whose raw statements take the shortest way.
   *
   * @param timeout longest run, in milliseconds
   * @param read a read of what it wrote, which is sent together with its end
   */
  transact<Result>(
    work: (transaction: PrismaTransaction) => Promise<Result>,
    timeout: number,
    read?: ReadAfterCommit,
  ): Promise<Result>;
  /** The pool that all of the above use. */
  pool: pg.Pool;
  /** Leaves connections to reads: above all, to those of the responses of finished writes. */
  transactionSlots: TransactionSlots;
  /** Most writers to one space wait for each other here, without a connection. */
  turns: Turns;
  /** Changes that transactions committed, for subscriptions. */
  changes: ChangeFeed;
  /** Why the last transaction failed, where the next ones will fail too; null otherwise. */
  writes: { trouble: DatabaseTrouble | null };
  close(): Promise<void>;
}

/** One of this many connections of a pool is reserved for reads; at least one, if there are two. */
const READ_SHARE = 8;

/** Settings of the sessions of this process, independent of the server's settings. */
const sessionSettings = [
  'TimeZone=UTC',
  'statement_timeout=60000',
  'idle_in_transaction_session_timeout=60000',
  // The costs of recursive statements are guessed so high that each would be compiled first, which
  // takes many times as long as to run it.
  'jit=off',
];

function transactionsAtOnce(poolSize: number): number {
  return Math.max(1, poolSize - Math.max(1, Math.floor(poolSize / READ_SHARE)));
}

/**
 * Opens the one pool of connections, shared by Prisma and by the loaders.
 *
 * @param options.poolSize most connections open at once
 * @param options.onError receives the errors of connections that were lost while idle
 */
export function openDatabase(
  url: string,
  options: { poolSize: number; onError?: (error: Error) => void; preparedMax?: PreparedMax },
): Database {
  const { preparedMax = defaultPreparedMax } = options;
  const pool = new TransactionPool({
    connectionString: url,
    max: options.poolSize,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: IDLE_MAX_MS,
    options: sessionSettings.map((setting) => `-c ${setting}`).join(' '),
  });
  // Without a listener, a database that stops would end the process.
  pool.on('error', (error) => options.onError?.(error));
  const nameOf = createStatementNames('s', preparedMax.statements);
  const nameOfPlan = createStatementNames('p', preparedMax.operations);
  let prisma: PrismaClient | undefined;
  const queryOne = async ({ text, values }: Sql) => {
    try {
      const [result] = await queryBatch(pool, [{ name: nameOf(text), text, values }]);
      return result;
    } catch (error) {
      throw refusedText(error) ?? error;
    }
  };
  const query: Reader['query'] = async (statement) => (await queryOne(statement))?.rows ?? [];
  const changes = new ChangeFeed({ query });
  const database: Database & TransactionDatabase = {
    // The client takes 30 MB, and a gateway that only reads does without it.
    get prisma() {
      prisma ??= new PrismaClient({
        adapter: new PrismaPg(pool, { statementNameGenerator: ({ sql: text }) => nameOf(text) }),
      });
      return prisma;
    },
    nameOf,
    nameOfPlan,
    changes,
    query,
    execute: async (statement) => (await queryOne(statement))?.rowCount ?? 0,
    transact: (work, timeout, read) => runDirectly(database, work, timeout, read),
    pool,
    transactionSlots: createTransactionSlots(transactionsAtOnce(options.poolSize)),
    turns: new Turns(Math.max(1, transactionsAtOnce(options.poolSize) - 1)),
    writes: { trouble: null },
    async queryAll(statements) {
      const named = statements.map(({ text, values }) => ({ name: nameOf(text), text, values }));
      return (await queryBatch(pool, named)).map(({ rows }) => rows);
    },
    queryTexts: ({ text, values }) => queryTexts(pool, { name: nameOfPlan(text), text, values }),
    async close() {
      changes.close();
      await prisma?.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
  return database;
}
