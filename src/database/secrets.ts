import { randomBytes } from 'node:crypto';
import { sql, type Database } from './database.ts';

/** Secrets that this process knows already: a secret never changes once it is made. */
const known = new WeakMap<Database, Map<string, Promise<string>>>();

/**
 * The secret of this installation with that name: 256 random bits, made at its first use. Gateways
 * that make it at the same time agree on one.
 */
export function loadSecret(db: Database, name: string): Promise<string> {
  const secrets = known.get(db) ?? new Map<string, Promise<string>>();
  known.set(db, secrets);
  const secret = secrets.get(name) ?? readOrMake(db, name);
  secrets.set(name, secret);
  // A failed read is tried again at the next use.
  secret.catch(() => secrets.delete(name));
  return secret;
}

async function readOrMake(db: Database, name: string): Promise<string> {
  const stored = await read(db, name);
  if (stored !== undefined) return stored;
  const fresh = randomBytes(32).toString('base64url');
  await db.query(
    sql`INSERT INTO secrets (name, value) VALUES (${name}, ${fresh}) ON CONFLICT DO NOTHING`,
  );
  const kept = await read(db, name);
  if (kept === undefined) throw new Error(`The secret "${name}" was not stored.`);
  return kept;
}

async function read(db: Database, name: string): Promise<string | undefined> {
  const [row] = await db.query(sql`SELECT value FROM secrets WHERE name = ${name}`);
  return row?.[0] as string | undefined;
}
