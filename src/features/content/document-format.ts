import { enumType } from '../../builder/declare-types.ts';
import type { RestParameter } from '../../rest/options.ts';

/** The format of content (interface, `format`). */
export const DocumentFormat = enumType('DocumentFormat', 'Format of content.', {
  document: 'A JSON tree of blocks, made from the markdown.',
  markdown: 'Markdown, byte for byte as it was stored.',
});

/** The query parameter `format` of bodies that show content. */
export const formatParameter: RestParameter = {
  type: 'DocumentFormat!',
  default: 'MARKDOWN',
  description: 'Format of content in the response.',
};

/** Description of the argument `ifFormat`, which makes a field null in another format. */
export const IF_FORMAT_DESCRIPTION =
  'Returns null unless this is the format of the field, so that a variable can select one of two fields.';
