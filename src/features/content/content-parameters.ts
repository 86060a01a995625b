import type { RestParameter } from '../../rest/options.ts';

/**
 * Cost of all pages or all files of a revision in one value: no page size bounds them, and there
 * may be thousands.
 */
export const WHOLE_CONTENT_COST = 10_000;

/**
 * Query parameters of content reads (interface, Space content), for the bodies that they affect.
 */
export const metadataParameter: RestParameter = {
  type: 'Boolean!',
  default: 'true',
  description: 'Whether to show where content came from in git.',
};

export const computedParameter: RestParameter = {
  type: 'Boolean!',
  default: 'true',
  description:
    'Whether to produce computed content: else a page that is computed, with those below it, is one ' +
    'entry of the type `computed` in the tree of pages.',
};

export const evaluatedParameter: RestParameter = {
  type: 'Boolean!',
  default: 'false',
  description:
    'Whether to show the text as its readers see it: the values of expressions, of `{% if %}` ' +
    'blocks what concerns the visitor, and the included content.',
};
