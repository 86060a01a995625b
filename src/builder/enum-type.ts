import { builder } from '../builder.ts';
import { enumName } from '../lib/enum-name.ts';

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
