import { cutText } from '../../../lib/cut-text.ts';
import { markdownToDocument } from '../../content/document/markdown-to-document.ts';
import { documentToMarkdown } from '../../content/document/writing/document-to-markdown.ts';
import { demoteHeadings, type Level } from './demote-headings.ts';
import { asText, type JsonValue } from './json-value.ts';

/** Longest description of an operation, a model or a tag, in characters. */
const DESCRIPTION_LENGTH_MAX = 5000;

/** What can leave something open at the end of a text: code, formulas, HTML. */
const OPENS = /```|~~~|\$\$|<[a-z!?/]/i;
const NEXT = 'what comes next';
/** What further texts may have, and what would end something that is open before them. */
const ENDS = [
  ...['$$', '-->', '?>', ']]>', '>', '</details>', '</table>', '</pre>', '</script>', '</style>'],
  ...['</div>', '</ul>', '</a>'],
].join('\n\n');

/**
 * A description, as markdown of somebody else: what is a tag in it is shown as it is written, what
 * it leaves open ends with it, so that it takes nothing in of what comes behind it, and its
 * headings are below that under which it stands.
 *
 * @param under the level of that heading: 1 for the title of the page
 * @param lengthMax in characters; what is beyond it is left out
 */
export function described(
  description: JsonValue | undefined,
  under: Level,
  lengthMax = DESCRIPTION_LENGTH_MAX,
): string {
  const whole = (asText(description) ?? '').trim().replaceAll('{%', '{ %');
  const cut = whole.length > lengthMax ? `${cutText(whole, lengthMax).trimEnd()}…` : whole;
  const text = demoteHeadings(cut, under).trimEnd();
  if (!OPENS.test(text) || endsItself(text)) return text;
  const written = documentToMarkdown(markdownToDocument(text)).trim();
  return endsItself(written) ? written : asCode(text);
}

/** Whether a heading behind a text is one, whatever comes behind that. */
function endsItself(text: string): boolean {
  const { nodes } = markdownToDocument(`${text}\n\n## ${NEXT}\n\n${ENDS}\n`);
  return nodes.some(
    (node) => (node as { type?: string }).type === 'heading-2' && isNext(JSON.stringify(node)),
  );
}

function isNext(json: string): boolean {
  return json.includes(`"text":"${NEXT}"`);
}

/** Within a fence that is longer than all that it has inside. */
function asCode(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
