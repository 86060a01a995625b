import createMarkdownIt from 'markdown-it';
import type { MarkdownIt, StateCore } from 'markdown-it';
import { addBlockEndTags } from './block-end-tags.ts';
import { addBlockRules } from './block-rules.ts';
import { isDrawing } from './content-references.ts';
import { depthMax, inlineCharactersMax } from './document-limits.ts';
import { addFootnoteRules } from './footnote-rules.ts';
import { endHtmlAtTags } from './html-block-rule.ts';
import { addInlineRules } from './inline-rules.ts';
import { addLineTags } from './line-tags.ts';
import { alignTags } from './tag-indents.ts';

/**
 * The parser of pages and comments: CommonMark with tables, strikethrough and bare URLs, and the
 * tags, expandable blocks, formulas and emoji of the platform.
 */
export const markdownParser = createMarkdownParser();

function createMarkdownParser(): MarkdownIt {
  const parser = createMarkdownIt({ html: true, linkify: true, maxNesting: depthMax + 20 });
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  // Addresses are kept as written, since page names are looked up by them.
  parser.normalizeLink = (address) => address;
  parser.normalizeLinkText = (address) => address;
  // An SVG as an image is harmless; links to one become text in the conversion.
  const isHarmless = parser.validateLink.bind(parser);
  parser.validateLink = (address) => isDrawing(address) || isHarmless(address);
  endHtmlAtTags(parser);
  addBlockRules(parser);
  alignTags(parser);
  addInlineRules(parser);
  addFootnoteRules(parser);
  addBlockEndTags(parser);
  addLineTags(parser);
  parser.core.ruler.before('inline', 'long_lines', keepLongText);
  return parser;
}

/** Keeps a paragraph of excessive length as plain text, since parsing it would take seconds. */
function keepLongText(state: StateCore): void {
  for (const token of state.tokens) {
    if (token.type !== 'inline' || token.content.length <= inlineCharactersMax) continue;
    const text = new state.Token('text', '', 0);
    text.content = token.content;
    token.type = 'long_inline';
    token.children = [text];
  }
}
