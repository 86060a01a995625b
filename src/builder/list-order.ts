import { enumType } from './declare-types.ts';

/** The direction of lists that can be read from either end (interface, `order`). */
export const ListOrder = enumType('ListOrder', 'Sort direction of a list.', {
  asc: 'Oldest first, or from A to Z.',
  desc: 'Newest first, or from Z to A.',
});
