import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { Prisma, type PrismaClient } from './generated/prisma/client.ts';
import { TransactionClient } from './transaction-client.ts';

type Sql = Prisma.Sql;
type Rows = Record<string, unknown>[];

/** Receives from the pool the connection of the transaction that a call opens. */
const opening = new AsyncLocalStorage<{ client?: TransactionClient }>();

/** A pool that tells transactions their connections. */
export class TransactionPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: TransactionClient });
  }

  override connect(...args: unknown[]): never {
    return this.#connect(...args) as never;
  }

  #connect(...args: unknown[]): unknown {
    const connection = opening.getStore();
    const client: unknown = super.connect(...(args as []));
    if (args.length > 0 || !connection || connection.client) return client;
    return (client as Promise<TransactionClient>).then((opened) => (connection.client = opened));
  }
}

/** The statements of a transaction that do not take the way through Prisma. */
class DirectStatements {
  readonly #client: TransactionClient;
  readonly #nameOf: (text: string) => string;
  readonly #number: number;

  constructor(client: TransactionClient, nameOf: (text: string) => string) {
    this.#client = client;
    this.#nameOf = nameOf;
    this.#number = client.transactionNumber;
  }

  /** Whether the transaction still runs: one that took too long has been rolled back. */
  get isOpen(): boolean {
    return this.#client.transactionNumber === this.#number;
  }

  run(statements: readonly Sql[]): Promise<pg.QueryArrayResult[]> {
    return this.#client.queryAll(statements.map((statement) => this.#named(statement)));
  }

  hold(statement: Sql): void {
    this.#client.hold(this.#named(statement));
  }

  #named({ text, values }: Sql) {
    return { text, values, name: this.#nameOf(text) };
  }
}

const directStatements = new WeakMap<object, DirectStatements>();

/**
 * Runs statements that need each other's locks but not each other's rows, sent as one. Each sees
 * what was committed when it runs: what one waits for, the next one reads.
 */
export async function queryTogether(
  transaction: Pick<Prisma.TransactionClient, '$queryRaw'>,
  statements: readonly Sql[],
): Promise<Rows[]> {
  const direct = directStatements.get(transaction);
  if (direct?.isOpen === true) {
    const results = await direct.run(statements);
    return results.map(({ rows }) => rows as unknown as Rows);
  }
  const results: Rows[] = [];
  for (const statement of statements) results.push(await transaction.$queryRaw<Rows>(statement));
  return results;
}

/** A statement failed that was sent with the end of its transaction, which did not come to be. */
export class UncommittedError extends Error {
  override name = 'UncommittedError';

  constructor(cause: unknown) {
    super('The last statement of a transaction failed.', { cause });
  }
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
  const direct = directStatements.get(transaction);
  if (direct?.isOpen === true) direct.hold(statement);
  else await transaction.$executeRaw(statement);
}

/** Runs a transaction of Prisma whose raw statements go straight to its connection. */
export function runDirectly<Result>(
  prisma: PrismaClient,
  nameOf: (text: string) => string,
  work: (transaction: Prisma.TransactionClient) => Promise<Result>,
  options: { maxWait: number; timeout: number },
): Promise<Result> {
  const connection: { client?: TransactionClient } & TransactionClient['outcome'] = {};
  return opening.run(connection, async () => {
    const result = await prisma.$transaction((transaction) => {
      const { client } = connection;
      if (!client) return work(transaction);
      client.outcome = connection;
      return work(withDirect(transaction, new DirectStatements(client, nameOf)));
    }, options);
    const { failure } = connection;
    if (failure) throw failure.isUncommitted ? new UncommittedError(failure.error) : failure.error;
    return result;
  });
}

function withDirect(
  transaction: Prisma.TransactionClient,
  direct: DirectStatements,
): Prisma.TransactionClient {
  const run = async (statement: Sql | TemplateStringsArray, values: unknown[]) => {
    const [result] = await direct.run([
      statement instanceof Prisma.Sql ? statement : Prisma.sql(statement, ...values),
    ]);
    return result;
  };
  const own = Object.create(transaction, {
    $queryRaw: {
      value: async (statement: Sql | TemplateStringsArray, ...values: unknown[]) =>
        direct.isOpen
          ? (await run(statement, values))?.rows
          : transaction.$queryRaw(statement, ...values),
    },
    $executeRaw: {
      value: async (statement: Sql | TemplateStringsArray, ...values: unknown[]) =>
        direct.isOpen
          ? ((await run(statement, values))?.rowCount ?? 0)
          : transaction.$executeRaw(statement, ...values),
    },
  }) as Prisma.TransactionClient;
  directStatements.set(own, direct);
  return own;
}
