import type { Context } from '../../context.ts';
import { pointing } from '../../pagination/declared-fields.ts';
import { User } from './user.ts';
import { userSource } from './user-source.ts';

/**
 * Returns the options of a field for a user referenced by id, even a former member; spread them
 * into `t.field`. The field is null without an id, or if the account is deleted.
 */
export function pastUser<Key extends string>(key: Key) {
  return {
    type: User,
    nullable: true,
    ...pointing(userSource, key, 'everybody'),
    resolve: (row: Readonly<Record<Key, string | null>>, _args: object, { loaders }: Context) => {
      const id = row[key];
      return id === null ? null : loaders.oneRegardlessOfAccess(userSource, id);
    },
  } as const;
}
