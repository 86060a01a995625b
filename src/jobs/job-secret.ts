import { loadSecret } from '../database/secrets.ts';
import type { Database } from '../database/database.ts';
import { encrypt, decrypt } from '../lib/encryption.ts';

const PURPOSE = 'secret of a job';

/** Encrypts a job's secret with a key of this installation. */
export async function encryptJobSecret(
  db: Database,
  secret: string,
): Promise<Uint8Array<ArrayBuffer>> {
  return encrypt(secret, await loadSecret(db, 'jobs'), PURPOSE);
}

/** Decrypts the secret of a job; returns null if it has none. */
export async function openJobSecret(db: Database, jobId: string): Promise<string | null> {
  const row = await db.prisma.jobSecret.findUnique({ where: { jobId } });
  return row && (decrypt(row.sealed, await loadSecret(db, 'jobs'), PURPOSE) as string);
}
