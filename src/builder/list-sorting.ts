import type { ArgumentBuilder } from '../builder.ts';
import type { Order } from '../pagination/connection.ts';
import { enumType } from './declare-types.ts';
import { ListOrder } from './list-order.ts';

/** The arguments that sort a list. */
export interface SortArguments<Field extends string> {
  sort?: Field | null | undefined;
  order?: 'asc' | 'desc' | null | undefined;
}

/**
 * Declares the fields by which lists of one type can be sorted (interface, `sort` and `order`).
 * Sorting by text ignores case. Items with equal values are in the order of their keys.
 *
 * @param name name of the enum, `SiteSort`
 * @param nouns the items in descriptions
 * @param fields fields of the source that are never null, with their descriptions
 */
export function declareSorting<Field extends string>(
  name: string,
  nouns: string,
  fields: Readonly<Record<Field, string>>,
) {
  const type = enumType(name, `Sort key of a list of ${nouns}.`, fields);
  return {
    /**
     * Returns the order and the arguments of a list.
     *
     * @param field the sort key by default; another field of the source for an order of its own
     */
    from(field: string, direction: 'ascending' | 'descending' = 'ascending') {
      const initial = direction === 'descending' ? 'desc' : 'asc';
      const isKey = Object.hasOwn(fields, field);
      return {
        order: ({ sort, order }: SortArguments<Field>): Order => ({
          fields: [sort ?? field],
          descending: (order ?? initial) === 'desc',
          ignoresCase: sort != null,
        }),
        arguments: (arg: ArgumentBuilder) => ({
          sort: arg({
            type,
            // It is a value of the enum, which Pothos cannot infer.
            ...(isKey && { defaultValue: field as never }),
            description: isKey ? 'Sort key.' : 'Sort key; the place in the list by default.',
          }),
          order: orderArgument(arg, initial),
        }),
      };
    },
  };
}

/**
 * Returns the order and the argument of a list that is always sorted by one field.
 *
 * @param event what the field is the time of, in descriptions
 */
export function orderedBy(
  field: string,
  event: string,
  direction: 'ascending' | 'descending' = 'ascending',
) {
  const initial = direction === 'descending' ? 'desc' : 'asc';
  return {
    order: ({ order }: Pick<SortArguments<never>, 'order'>): Order => ({
      fields: [field],
      descending: (order ?? initial) === 'desc',
    }),
    arguments: (arg: ArgumentBuilder) => ({ order: orderArgument(arg, initial, `, by ${event}`) }),
  };
}

function orderArgument(arg: ArgumentBuilder, initial: 'asc' | 'desc', by = '') {
  return arg({ type: ListOrder, defaultValue: initial, description: `Sort direction${by}.` });
}
