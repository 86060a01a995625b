import path from 'node:path';

import { defineConfig } from 'prisma/config';

const root = path.resolve(import.meta.dirname, '..');

// Without this, Prisma would download its native engine. Windows cannot start a script as a
// program, so there Prisma has to.
if (process.platform !== 'win32') {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= path.join(root, 'prisma/schema-engine.mjs');
}

export default defineConfig({
  schema: path.join(root, 'prisma/schema.prisma'),
  migrations: { path: path.join(root, 'prisma/migrations') },
  // `prisma generate` asks for an address and does not connect.
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://localhost/docgraph' },
});
