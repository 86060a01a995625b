import { builder } from '../builder.ts';

/** Declares the type of a viewer's permissions, by the meaning of each flag. */
export function permissionsType<Flag extends string>(
  name: string,
  description: string,
  flags: Readonly<Record<Flag, string>>,
) {
  return builder.objectRef<Readonly<Record<Flag, boolean>>>(name).implement({
    description,
    rest: { fields: Object.keys(flags).join(' ') },
    fields: (t) =>
      Object.fromEntries(
        Object.entries<string>(flags).map(([flag, meaning]) => [
          flag,
          t.exposeBoolean(flag as never, { description: meaning }),
        ]),
      ),
  });
}
