import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { userSource } from './user-source.ts';

/** Loads a referenced user regardless of the viewer. @throws for a dangling reference */
export async function loadUser({ loaders }: Context, id: string): Promise<Row<'User'>> {
  const user = await loaders.oneRegardlessOfAccess(userSource, id);
  if (!user) throw new Error(`There is no user ${id}.`);
  return user;
}
