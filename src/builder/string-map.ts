import { builder } from '../builder.ts';

/** Texts by names that the data gives. */
export const StringMap = builder.scalarType('StringMap', {
  description: 'An object whose values are strings.',
  serialize: (map) => map,
  parseValue: (map) => map,
  extensions: { jsonSchema: { type: 'object', additionalProperties: { type: 'string' } } },
});
