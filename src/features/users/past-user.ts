import type { Context } from '../../context.ts';
import type { Declarations } from '../../pagination/declared-fields.ts';
import { User } from './user.ts';
import { userSource } from './user-source.ts';

/**
 * The options by which a field names the user whose id a row keeps, also when they left: spread
 * them into `t.field`. Null where the row keeps none, and when the account is gone.
 */
export function pastUser<Key extends string>(key: Key) {
  return {
    type: User,
    nullable: true,
    extensions: {
      one: { source: userSource, key, visibleTo: 'everybody' },
    } satisfies Declarations,
    resolve: (row: Readonly<Record<Key, string | null>>, _args: object, { loaders }: Context) => {
      const id = row[key];
      return id === null ? null : loaders.oneOfHistory(userSource, id);
    },
  } as const;
}
