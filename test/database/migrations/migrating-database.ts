import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { applyMigrations } from '../../../src/database/migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '../../support/postgres.ts';
import { createTemporaryFolder } from '../../support/test-cluster.ts';

const migrations = path.resolve(import.meta.dirname, '../../../prisma/migrations');

/** The names of all migrations, in their order. */
export const migrationNames = fs
  .readdirSync(migrations)
  .filter((name) => name !== 'migration_lock.toml');

/** A database to which migrations are applied one by one, to fill it before one of them. */
export class MigratingDatabase {
  readonly client: pg.Client;
  readonly #database: TestDatabase;
  readonly #folder = createTemporaryFolder();

  private constructor(database: TestDatabase) {
    this.#database = database;
    this.client = new pg.Client({ connectionString: database.url });
  }

  /** An empty one. */
  static async create(): Promise<MigratingDatabase> {
    const migrating = new MigratingDatabase(await createEmptyDatabase());
    await migrating.client.connect();
    return migrating;
  }

  /** Applies migrations after those before. Answers the names of those that were applied. */
  migrate(names: readonly string[]): Promise<string[]> {
    for (const name of names) {
      fs.cpSync(path.join(migrations, name), path.join(this.#folder, name), { recursive: true });
    }
    return applyMigrations(this.#database.url, { folder: this.#folder });
  }

  async destroy(): Promise<void> {
    await this.client.end();
    await this.#database.drop();
    fs.rmSync(this.#folder, { recursive: true });
  }
}
