import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { userSource } from './user-source.ts';

/** The user whom a row refers to, whoever looks. @throws when the reference leads nowhere */
export async function loadUser({ loaders }: Context, id: string): Promise<Row<'User'>> {
  const user = await loaders.oneOfHistory(userSource, id);
  if (!user) throw new Error(`There is no user ${id}.`);
  return user;
}
