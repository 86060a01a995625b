import type { InputBuilder } from '../../../builder.ts';
import { pointer } from '../../../rest/pointer.ts';

/** Returns the input fields of a place between siblings: ids, which are pointers on `/v1`. */
export function placeOfIdsFields(t: InputBuilder, type: string, key: string) {
  const rest = pointer([type], key, (id) => id);
  return {
    before: t.id({ description: `Id of the ${type} that comes next.`, rest }),
    after: t.id({ description: `Id of the ${type} that comes before.`, rest }),
  };
}
