import type { Database } from '../../../database/database.ts';
import { isSamlProviderId } from './login-context.ts';

/** Whether there is a provider with that id, be it pending: its metadata is needed to set it up. */
export async function samlProviderExists({ prisma }: Database, id: string): Promise<boolean> {
  if (!isSamlProviderId(id)) return false;
  return (await prisma.samlProvider.count({ where: { id } })) > 0;
}
