// npm run migrate:new -- <name>: writes the migration that leads from prisma/migrations to
// prisma/schema.prisma, on a PostgreSQL of its own that is thrown away.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

import { openEmbeddedPostgres } from '../src/database/embedded-postgres.ts';
import { applyMigrations } from '../src/database/migrate.ts';

const root = path.resolve(import.meta.dirname, '..');
const migrations = path.join(root, 'prisma/migrations');
const schema = path.join(root, 'prisma/schema.prisma');
const lockFile = path.join(migrations, 'migration_lock.toml');
const namePattern = /^[a-z0-9]+([-_][a-z0-9]+)*$/;
const throwawaySettings = { fsync: 'off', full_page_writes: 'off' };
const exitCode = { same: 0, different: 2 }; // of `prisma migrate diff --exit-code`

const name = process.argv[2];
if (name === undefined || !namePattern.test(name)) {
  console.error('Usage: npm run migrate:new -- <name>, such as add-comment-threads');
  process.exitCode = 1;
} else {
  await writeMigration(name).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}

async function writeMigration(migrationName: string): Promise<void> {
  const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'docgraph-migration-'));
  try {
    fs.chmodSync(temporary, 0o755); // as root, PostgreSQL runs as another user
    const script = path.join(temporary, 'migration.sql');
    if (!(await writeDifference(path.join(temporary, 'data'), script))) {
      console.log('prisma/schema.prisma says the same as prisma/migrations: nothing to do.');
      return;
    }
    const timestamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
    const folder = path.join(migrations, `${timestamp}_${migrationName.replaceAll('-', '_')}`);
    fs.mkdirSync(folder);
    fs.copyFileSync(script, path.join(folder, 'migration.sql'));
    console.log(
      `Written: ${path.relative(root, folder)}/migration.sql. Read it before you use it.`,
    );
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true });
  }
}

/** Returns whether there is a difference, and writes its SQL to `script`. */
async function writeDifference(dataDir: string, script: string): Promise<boolean> {
  prepareMigrationsFolder();
  const database = await openEmbeddedPostgres({
    dataDir,
    as: 'command',
    settings: throwawaySettings,
  });
  try {
    await applyMigrations(database.url, { folder: migrations });
    const args = ['migrate', 'diff', '--from-config-datasource', '--to-schema', schema];
    args.push('--script', '--exit-code', '--output', script);
    const code = await runPrisma(args, database.url);
    if (code !== exitCode.same && code !== exitCode.different) {
      throw new Error(`prisma migrate diff failed with exit code ${code}`);
    }
    return code === exitCode.different;
  } finally {
    await database.stop();
  }
}

function prepareMigrationsFolder(): void {
  fs.mkdirSync(migrations, { recursive: true });
  if (fs.existsSync(lockFile)) return;
  const comment = '# Written by `npm run migrate:new`; names the database the migrations are for.';
  fs.writeFileSync(lockFile, `${comment}\nprovider = "postgresql"\n`);
}

async function runPrisma(args: string[], databaseUrl: string): Promise<number | null> {
  const cli = path.join(
    path.dirname(createRequire(import.meta.url).resolve('prisma/package.json')),
    'build/index.js',
  );
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
}
