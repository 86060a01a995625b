import { builder } from '../builder.ts';

/** The direction of lists that can be read from either end (interface, `order`). */
export const ListOrder = builder.enumType('ListOrder', {
  description: 'Sort direction of a list.',
  values: {
    ASC: { value: 'asc', description: 'Oldest first.' },
    DESC: { value: 'desc', description: 'Newest first.' },
  } as const,
});
