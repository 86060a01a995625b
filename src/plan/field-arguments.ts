import type { GraphQLField } from 'graphql';
import { getArgumentValues } from 'graphql/execution/values.js';
import type { SlotValues } from '../database/slot.ts';
import type { SelectedField } from './selections.ts';

/** The arguments of a field, coerced. */
export function argumentsOf(
  { nodes: [node] }: SelectedField,
  field: GraphQLField<unknown, unknown>,
  { variables }: Pick<SlotValues, 'variables'>,
): Record<string, unknown> {
  return getArgumentValues(field, node, variables);
}

/** Returns whether no passed argument has a validation of its own. */
export function areUnchecked(field: GraphQLField<unknown, unknown>, args: object): boolean {
  return field.args.every(({ name, extensions }) => {
    const options = extensions['pothosOptions'] as { validate?: unknown } | undefined;
    return options?.validate === undefined || (args as Record<string, unknown>)[name] == null;
  });
}

/** The key of a row that an argument holds, as a parameter of statements. */
export function keyArgument(
  selected: SelectedField,
  field: GraphQLField<unknown, unknown>,
  name: string,
  run: SlotValues,
): string {
  const text = argumentsOf(selected, field, run)[name];
  return typeof text === 'string' ? text : '';
}
