import type { Database } from '../../../database/database.ts';
import { isSamlProviderId } from './login-context.ts';

/** Checks whether a provider exists, even a pending one, whose metadata is needed for its setup. */
export async function samlProviderExists({ prisma }: Database, id: string): Promise<boolean> {
  if (!isSamlProviderId(id)) return false;
  return (await prisma.samlProvider.count({ where: { id } })) > 0;
}
