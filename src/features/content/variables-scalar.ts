import { builder } from '../../builder.ts';

const value = {
  anyOf: [{ type: 'string', maxLength: 256 }, { type: 'number' }, { type: 'boolean' }],
};

/** Variables of content in responses. */
export const VariablesScalar = builder.scalarType('Variables', {
  description:
    'Variables by name: an object whose members are texts of at most 256 characters, numbers or ' +
    'booleans.',
  serialize: (variables) => variables,
  extensions: { jsonSchema: { type: 'object', additionalProperties: value } },
});

/** Changes to variables of content in inputs. The schema of the input validates them. */
export const VariableChanges = builder.scalarType('VariableChanges', {
  description:
    'Variables to set by name: an object whose members are texts of at most 256 characters, ' +
    'numbers or booleans; null removes a variable.',
  serialize: (variables) => variables,
  parseValue: (variables) => variables,
  extensions: {
    jsonSchema: {
      type: 'object',
      additionalProperties: { anyOf: [...value.anyOf, { type: 'null' }] },
    },
  },
});
