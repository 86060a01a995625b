import { sql, type Database } from '../../../database/database.ts';
import { isSamlProviderId } from './login-context.ts';

/** Checks whether a provider exists, even a pending one, whose metadata is needed for its setup. */
export async function samlProviderExists(db: Database, id: string): Promise<boolean> {
  if (!isSamlProviderId(id)) return false;
  return (await db.query(sql`SELECT 1 FROM saml_providers p WHERE p.id = ${id}`)).length > 0;
}
