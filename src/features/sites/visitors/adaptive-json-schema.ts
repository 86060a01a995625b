import { builder } from '../../../builder.ts';

const description = { type: 'string', description: 'Description of the attribute.' };
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function objectOf(properties: Record<string, object>, required = Object.keys(properties)) {
  return { type: 'object', required, additionalProperties: false, properties };
}

const primitive = {
  anyOf: [
    objectOf({ type: { type: 'string', enum: ['boolean', 'number'] }, description }),
    objectOf(
      {
        type: { type: 'string', const: 'string' },
        description,
        enum: { type: 'array', items: { type: 'string' } },
      },
      ['type', 'description'],
    ),
  ],
};

const members = {
  properties: { type: 'object', additionalProperties: reference('AdaptiveAttribute') },
  additionalProperties: { const: false, type: 'boolean' },
};
const type = { type: 'string', const: 'object' };

const attribute = {
  description: 'An attribute of a visitor: one value, a list of values, or further attributes.',
  anyOf: [
    ...primitive.anyOf,
    objectOf({ type: { type: 'string', const: 'array' }, description, items: primitive }),
    objectOf({ type, description, ...members }),
  ],
};

/** Scalar of the visitor claims that a site expects. The input schema validates it. */
export const AdaptiveJSONSchema = builder.scalarType('AdaptiveJSONSchema', {
  description:
    'JSON Schema of draft-07 for the claims of visitors: an object whose properties are the ' +
    'attributes, each with a description. `properties.unsigned` contains the unsigned claims.',
  serialize: (schema) => schema,
  parseValue: (schema) => schema,
  extensions: {
    jsonSchema: objectOf(
      {
        $schema: { type: 'string', const: 'http://json-schema.org/draft-07/schema#' },
        type,
        ...members,
      },
      ['type', 'properties', 'additionalProperties'],
    ),
    definitions: { AdaptiveAttribute: attribute },
  },
});
