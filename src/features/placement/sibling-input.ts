import { z } from 'zod';
import { builder } from '../../builder.ts';
import type { RestInput } from '../../rest/options.ts';

const pointer = z.union([
  z.strictObject({ type: z.literal('space'), space: z.string() }),
  z.strictObject({ type: z.literal('collection'), collection: z.string() }),
]);

const pointerSchema = (type: string) => ({
  type: 'object',
  properties: { type: { const: type }, [type]: { type: 'string' } },
  required: ['type', type],
  additionalProperties: false,
});

/** REST form of a reference to a space or collection (interface, Spaces). */
const siblingPointer: RestInput = {
  schema: { anyOf: [pointerSchema('space'), pointerSchema('collection')] },
  parse: (value) => {
    const { success, data } = pointer.safeParse(value);
    if (!success) {
      throw new Error(
        'must be { type: "space", space: <id> } or { type: "collection", collection: <id> }',
      );
    }
    const { type: _, ...sibling } = data;
    return sibling;
  },
};

const SiblingInput = builder.inputType('SiblingInput', {
  description: 'A space or a collection.',
  isOneOf: true,
  fields: (t) => ({
    space: t.id({ description: 'Id of a space.' }),
    collection: t.id({ description: 'Id of a collection.' }),
  }),
});

/** A position among sibling spaces and collections. */
export const SiblingPositionInput = builder.inputType('SiblingPositionInput', {
  description:
    'A place among the spaces and collections of one collection or of the top level. One side is ' +
    'enough; with both, the item is placed directly before `before`.',
  fields: (t) => ({
    before: t.field({
      type: SiblingInput,
      description: 'The sibling before which the item is placed.',
      rest: siblingPointer,
    }),
    after: t.field({
      type: SiblingInput,
      description: 'The sibling after which the item is placed.',
      rest: siblingPointer,
    }),
  }),
});
