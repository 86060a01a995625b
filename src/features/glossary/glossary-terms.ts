import { builder } from '../../builder.ts';
import { languageCodes } from '../spaces/space-enums.ts';
import { TERM_LENGTH_MAX } from './glossary-limits.ts';

const term = { type: 'string', minLength: 1, maxLength: TERM_LENGTH_MAX };

/** Scalar of a term's translations by language. The input schema validates it. */
export const GlossaryTerms = builder.scalarType('GlossaryTerms', {
  description: 'The term by language code, as in `{ "en": "space", "pt-br": "espaço" }`.',
  serialize: (terms) => terms,
  parseValue: (terms) => terms,
  extensions: {
    jsonSchema: {
      type: 'object',
      minProperties: 1,
      additionalProperties: false,
      properties: Object.fromEntries(languageCodes.map((code) => [code, term])),
    },
  },
});
