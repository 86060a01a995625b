import { truncate } from '../../../lib/truncate.ts';
import { markdownToDocument } from '../../../document/markdown-to-document.ts';
import { documentToMarkdown } from '../../../document/writing/document-to-markdown.ts';
import { demoteHeadings, type HeadingLevel } from './demote-headings.ts';
import { asText, type JsonValue } from './json-value.ts';

/** Maximum length of an operation's, model's or tag's description, in characters. */
const DESCRIPTION_LENGTH_MAX = 5000;

/** Markup that a text can leave open at its end: code, formulas, HTML. */
const OPENS = /```|~~~|\$\$|<[a-z!?/]/i;
const NEXT = 'what comes next';
/** Text that would close markup left open before it. */
const ENDS = [
  ...['$$', '-->', '?>', ']]>', '>', '</details>', '</table>', '</pre>', '</script>', '</style>'],
  ...['</div>', '</ul>', '</a>'],
].join('\n\n');

/**
 * Returns a description as untrusted markdown. Tags of the dialect are shown literally, open markup
 * ends with the text, and headings are below the enclosing heading.
 *
 * @param under level of the enclosing heading: 1 for the page title
 * @param lengthMax in characters; the rest is omitted
 */
export function descriptionMarkdown(
  description: JsonValue | undefined,
  under: HeadingLevel,
  lengthMax = DESCRIPTION_LENGTH_MAX,
): string {
  const whole = (asText(description) ?? '').trim().replaceAll('{%', '{ %');
  const cut = whole.length > lengthMax ? `${truncate(whole, lengthMax).trimEnd()}…` : whole;
  const text = demoteHeadings(cut, under).trimEnd();
  if (!OPENS.test(text) || endsItself(text)) return text;
  const written = documentToMarkdown(markdownToDocument(text)).trim();
  return endsItself(written) ? written : asCode(text);
}

/** Checks whether a heading after the text is parsed as one, whatever follows it. */
function endsItself(text: string): boolean {
  const { nodes } = markdownToDocument(`${text}\n\n## ${NEXT}\n\n${ENDS}\n`);
  return nodes.some(
    (node) => (node as { type?: string }).type === 'heading-2' && isNext(JSON.stringify(node)),
  );
}

function isNext(json: string): boolean {
  return json.includes(`"text":"${NEXT}"`);
}

/** Wraps a text in a code fence longer than any inside it. */
function asCode(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
