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
  description: 'Whether to include the git origin of content.',
};

export const computedParameter: RestParameter = {
  type: 'Boolean!',
  default: 'true',
  description:
    'Whether to generate computed content. If false, a computed page and the pages below it are one entry of the type `computed` in the page tree.',
};

export const evaluatedParameter: RestParameter = {
  type: 'Boolean!',
  default: 'false',
  description:
    'Whether to evaluate the text as readers see it: values of expressions, matching `{% if %}` blocks, and included content.',
};
