import type { Context } from '../../context.ts';
import { pointing } from '../../pagination/declared-fields.ts';
import { loadUser } from './load-user.ts';
import { userSource } from './user-source.ts';
import { User } from './user.ts';

/**
 * The options by which a field serves the user whose id a row always has, whoever looks: spread
 * them into `t.field`.
 */
export function knownUser<Key extends string>(key: Key) {
  return {
    type: User,
    ...pointing(userSource, key, 'everybody'),
    resolve: (row: Readonly<Record<Key, string>>, _args: object, context: Context) =>
      loadUser(context, row[key]),
  } as const;
}
