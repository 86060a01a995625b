import { builder } from '../builder.ts';

/** Texts by names that the data gives. */
export const StringMap = builder.scalarType('StringMap', {
  description: 'Texts by names: an object whose members are strings.',
  serialize: (map) => map,
  parseValue: (map) => map,
  extensions: { jsonSchema: { type: 'object', additionalProperties: { type: 'string' } } },
});
