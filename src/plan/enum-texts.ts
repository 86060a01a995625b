import type { GraphQLEnumType } from 'graphql';
import type { ResponseFormat } from './selections.ts';

const known = {
  names: new WeakMap<GraphQLEnumType, ReadonlyMap<unknown, string>>(),
  values: new WeakMap<GraphQLEnumType, ReadonlyMap<unknown, string>>(),
};

/** Returns the JSON of each value of an enum in a format, by the value as it is stored. */
export function enumTexts(
  type: GraphQLEnumType,
  { enums }: Pick<ResponseFormat, 'enums'>,
): ReadonlyMap<unknown, string> {
  let texts = known[enums].get(type);
  if (!texts) {
    texts = new Map(
      type.getValues().map(({ name, value }): [unknown, string] => {
        return [value, JSON.stringify(enums === 'names' ? name : value)];
      }),
    );
    known[enums].set(type, texts);
  }
  return texts;
}
