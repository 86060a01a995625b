import type { OutputType } from '@pothos/core';
import { builder } from '../builder.ts';
import { enumName } from '../lib/enum-name.ts';

type Types = (typeof builder)['$inferSchemaTypes'];

/**
 * Declares the types of a list and of its edges, named after the type of its nodes.
 *
 * @param noun name of a node in descriptions: `share link`
 * @param nouns description of the nodes, if it is not the plural
 */
export function connectionType<Type extends OutputType<Types> & { readonly name: string }>(
  type: Type,
  noun: string,
  nouns = `${noun.replace(/y$/, 'ie')}s`,
) {
  const article = /^[aeio]/i.test(noun) ? 'An' : 'A';
  return builder.connectionObject(
    { type, name: `${type.name}Connection`, description: `A list of ${nouns}.` },
    { description: `${article} ${noun} in a list.` },
  );
}

/** Declares an enum by its values as `/v1` spells them, each with its description. */
export function enumType<Value extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
) {
  const declared = Object.entries<string>(values).map(([value, text]) => [
    enumName(value),
    { value, description: text },
  ]);
  return builder.enumType(name, {
    description,
    values: Object.fromEntries(declared) as Record<string, { value: Value; description: string }>,
  });
}

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
