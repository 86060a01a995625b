import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { tookTooLong } from '../errors.ts';
import { Prisma, type PrismaClient } from './generated/prisma/client.ts';
import type { DriverStatement } from './statement-batch.ts';
import { TransactionClient } from './transaction-client.ts';

type Sql = Prisma.Sql;
type Rows = Record<string, unknown>[];

/** The part of a connection that Prisma uses in a transaction. */
interface PrismaConnection {
  query(statement: DriverStatement): Promise<pg.QueryArrayResult>;
  on(): void;
  removeListener(): void;
  release(): void;
}

/** Gives Prisma, when it asks the pool for one, the connection of a transaction that runs. */
const reusing = new AsyncLocalStorage<PrismaConnection>();

/** A pool from which transactions of Prisma get the connections of ours. */
export class TransactionPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: TransactionClient });
  }

  override connect(...args: unknown[]): never {
    const reused = args.length === 0 ? reusing.getStore() : undefined;
    return (reused ? Promise.resolve(reused) : super.connect(...(args as []))) as never;
  }
}

/** The parts of a database that `runDirectly` uses. */
export interface TransactionDatabase {
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
  /** Names a statement, by its text, so that it is prepared. */
  readonly nameOf: (text: string) => string;
  /** The same for statements that read whole operations. */
  readonly nameOfPlan: (text: string) => string;
}

/** A read of what a transaction wrote, which is sent together with its end. */
export interface ReadAfterCommit {
  /**
   * Returns the statement for the result of the transaction's work. All of its columns are texts.
   *
   * @returns null if there is nothing to read for that result
   */
  statementFor(result: unknown): { text: string; values: unknown[] } | null;
  /** Takes the rows. Is not called if the statement fails. */
  take(rows: (string | null)[][]): void;
}

/** Result of a statement without rows. */
const noResult: pg.QueryArrayResult = {
  ...{ command: '', rowCount: 0, oid: 0, fields: [], rows: [] },
};
/** Time limit of Prisma's transactions, which ours bounds: the longest of a timer. */
const UNLIMITED_MS = 2 ** 31 - 1;
/** Statements of Prisma about the transaction, which is not Prisma's. */
const ends: ReadonlySet<string> = new Set(['BEGIN', 'COMMIT', 'ROLLBACK']);

/**
 * A transaction on a connection of its own. Raw statements go straight to it; Prisma takes part
 * from its first query on.
 */
class DirectTransaction {
  readonly #database: TransactionDatabase;
  readonly #client: TransactionClient;
  readonly #timeout: number;
  readonly #timer: NodeJS.Timeout;
  #prisma: Promise<Prisma.TransactionClient> | null = null;
  #endPrisma: () => void = () => undefined;
  readonly #read: ReadAfterCommit | undefined;
  #state: 'open' | 'expired' | 'ended' | 'committed' = 'open';
  /** True if more is written after the work has returned. */
  isKeptOpen = false;

  constructor(
    database: TransactionDatabase,
    client: TransactionClient,
    { timeout, read }: { timeout: number; read: ReadAfterCommit | undefined },
  ) {
    this.#read = read;
    this.#database = database;
    this.#client = client;
    this.#timeout = timeout;
    client.begin();
    this.#timer = setTimeout(() => {
      this.#state = 'expired';
      client.rollback().catch(() => undefined);
    }, timeout);
  }

  async run(statements: readonly Sql[]): Promise<pg.QueryArrayResult[]> {
    this.#checkOpen();
    return this.#client.queryAll(statements.map((statement) => this.#named(statement)));
  }

  hold(statement: Sql): void {
    this.#checkOpen();
    this.#client.hold(this.#named(statement));
  }

  /** Opens the transaction for Prisma's own queries. */
  async openPrisma(): Promise<Prisma.TransactionClient> {
    this.#checkOpen();
    this.#prisma ??= new Promise((resolve, reject) => {
      const ended = new Promise<void>((end) => (this.#endPrisma = end));
      const connection: PrismaConnection = {
        query: async (statement) => {
          if (ends.has(statement.text)) return noResult;
          this.#checkOpen();
          const [result] = await this.#client.queryAll([statement]);
          return result ?? noResult;
        },
        on: () => undefined,
        removeListener: () => undefined,
        release: () => undefined,
      };
      const work = (transaction: Prisma.TransactionClient) => {
        resolve(transaction);
        return ended;
      };
      reusing.run(connection, () => {
        this.#database.prisma.$transaction(work, { timeout: UNLIMITED_MS }).catch(reject);
      });
    });
    return this.#prisma;
  }

  /**
   * Commits with some last statements, and reads what was written.
   *
   * @param result what the work of the transaction returns
   */
  async commit(last: readonly Sql[], result: unknown): Promise<readonly pg.QueryArrayResult[]> {
    if (this.#state === 'committed') return [];
    this.#checkOpen();
    this.#close();
    const statement = this.#read?.statementFor(result);
    const results = await this.#client.commit(
      last.map((one) => this.#named(one)),
      statement
        ? { ...statement, name: this.#database.nameOfPlan(statement.text), rowMode: 'array' }
        : undefined,
    );
    this.#state = 'committed';
    if (results.read) this.#read?.take(results.read.rows as (string | null)[][]);
    return results.last;
  }

  /** Undoes the transaction, which may have failed to commit. */
  async rollback(): Promise<void> {
    if (this.#state === 'committed') return;
    this.#close();
    await this.#client.rollback();
  }

  #close(): void {
    clearTimeout(this.#timer);
    if (this.#state === 'open') this.#state = 'ended';
    this.#endPrisma();
  }

  #checkOpen(): void {
    if (this.#state === 'expired') throw tookTooLong(this.#timeout);
    if (this.#state !== 'open') throw new Error('The transaction has ended.');
  }

  #named({ text, values }: Sql): DriverStatement {
    return { text, values, name: this.#database.nameOf(text) };
  }
}

const directTransactions = new WeakMap<object, DirectTransaction>();

/**
 * Runs statements that need each other's locks but not each other's rows, sent as one. Each sees
 * what was committed when it runs: what one waits for, the next one reads.
 */
export async function queryTogether(
  transaction: Pick<Prisma.TransactionClient, '$queryRaw'>,
  statements: readonly Sql[],
): Promise<Rows[]> {
  const direct = directTransactions.get(transaction);
  if (direct) {
    const results = await direct.run(statements);
    return results.map(({ rows }) => rows as unknown as Rows);
  }
  const results: Rows[] = [];
  for (const statement of statements) results.push(await transaction.$queryRaw<Rows>(statement));
  return results;
}

/**
 * Runs the last statements of a transaction as `queryTogether` does, sent together with its end: no
 * lock is held while this process is busy. They must write nothing if their results are refused.
 *
 * @param result what the work of the transaction returns if they write
 */
export async function queryLast(
  transaction: Pick<Prisma.TransactionClient, '$queryRaw'>,
  statements: readonly Sql[],
  result: unknown,
): Promise<Rows[]> {
  const direct = directTransactions.get(transaction);
  if (!direct || direct.isKeptOpen) return queryTogether(transaction, statements);
  return (await direct.commit(statements, result)).map(({ rows }) => rows as unknown as Rows);
}

/** Lets more be written in a transaction after statements that its work takes for the last. */
export function keepOpen(transaction: object): void {
  const direct = directTransactions.get(transaction);
  if (direct) direct.isKeptOpen = true;
}

/**
 * Runs a last write, of which nothing is asked: it is sent together with the end of the
 * transaction, or with the statement that comes after it all the same.
 */
export async function executeLast(
  transaction: Pick<Prisma.TransactionClient, '$executeRaw'>,
  statement: Sql | null,
): Promise<void> {
  if (statement === null) return;
  const direct = directTransactions.get(transaction);
  if (direct) direct.hold(statement);
  else await transaction.$executeRaw(statement);
}

/**
 * Runs work in a transaction.
 *
 * @param timeout longest run, in milliseconds; then it is undone
 * @param read a read of what was written
 * @throws UncommittedError when the last statement failed; CommitError when it is unknown whether
 *   the transaction was committed; SERVICE_UNAVAILABLE after the timeout
 */
export async function runDirectly<Result>(
  database: TransactionDatabase,
  work: (transaction: Prisma.TransactionClient) => Promise<Result>,
  timeout: number,
  read?: ReadAfterCommit,
): Promise<Result> {
  const client = (await database.pool.connect()) as pg.PoolClient & TransactionClient;
  const direct = new DirectTransaction(database, client, { timeout, read });
  let failure: Error | undefined;
  try {
    const result = await work(transactionOf(direct));
    await direct.commit([], result);
    return result;
  } catch (error) {
    // A connection that cannot undo it is closed, which undoes it.
    await direct.rollback().catch((reason: Error) => (failure = reason));
    throw error;
  } finally {
    client.release(failure);
  }
}

/** Returns the transaction as Prisma's clients are used. */
function transactionOf(direct: DirectTransaction): Prisma.TransactionClient {
  const run = async (statement: Sql | TemplateStringsArray, values: unknown[]) => {
    const [result] = await direct.run([
      statement instanceof Prisma.Sql ? statement : Prisma.sql(statement, ...values),
    ]);
    return result;
  };
  const raw = {
    $queryRaw: async (statement: Sql | TemplateStringsArray, ...values: unknown[]) =>
      (await run(statement, values))?.rows,
    $executeRaw: async (statement: Sql | TemplateStringsArray, ...values: unknown[]) =>
      (await run(statement, values))?.rowCount ?? 0,
  };
  const transaction = new Proxy(raw, {
    get: (target, name) => Reflect.get(target, name) ?? modelOf(direct, name),
  }) as unknown as Prisma.TransactionClient;
  directTransactions.set(transaction, direct);
  return transaction;
}

type Model = Record<string | symbol, (...args: unknown[]) => Promise<unknown>>;

/** Returns the queries of Prisma on a model, for which the transaction is opened. */
function modelOf(direct: DirectTransaction, model: string | symbol): unknown {
  // A promise resolves to it, as it is none.
  if (model === 'then') return undefined;
  return new Proxy(
    {},
    {
      get:
        (_target, method) =>
        async (...args: unknown[]) => {
          const prisma = (await direct.openPrisma()) as unknown as Record<string | symbol, Model>;
          return prisma[model]?.[method]?.(...args);
        },
    },
  );
}
