import type { OutputRef } from '@pothos/core';
import { builder } from '../builder.ts';
import { enumName } from '../lib/enum-name.ts';
import type { Page } from '../pagination/loaders.ts';

/**
 * Declares the types of a list and of its edges, named after the type of its nodes.
 *
 * @param noun name of a node in descriptions: `share link`
 * @param nouns description of the nodes, if it is not the plural
 */
export function connectionType<Row>(
  type: OutputRef<Row>,
  noun: string,
  nouns = `${noun.replace(/y$/, 'ie')}s`,
): OutputRef<Page<Row>> {
  const article = /^[aeio]/i.test(noun) ? 'An' : 'A';
  const connection = builder.connectionObject(
    { type, name: `${type.name}Connection`, description: `A list of ${nouns}.` },
    { description: `${article} ${noun} in a list.` },
  );
  // Pothos does not know that all connections have a total count.
  return connection as unknown as OutputRef<Page<Row>>;
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
