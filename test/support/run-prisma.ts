import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Runs a Prisma command on the database at `url`, and returns its output. Fails with the output if
 * the command fails.
 */
export async function runPrisma(url: string, ...args: string[]): Promise<string> {
  const cli = path.join(root, 'node_modules/prisma/build/index.js');
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: url,
      // For configurations other than .config/prisma.ts, which sets it too.
      PRISMA_SCHEMA_ENGINE_BINARY: path.join(root, 'prisma/schema-engine.mjs'),
    },
  });
  return stdout;
}
