import type { CodeBlock, CodeLineBlock } from '../document-tree.ts';
import { noteAddress } from '../footnotes.ts';
import { htmlAttributes } from './escape-text.ts';
import type { WriteContext } from './write-context.ts';
import { wrapInTag } from './write-tag.ts';

/**
 * Writes code between fences, inside a tag for properties that fences cannot express. Code with
 * footnotes, expressions or highlighted lines becomes HTML.
 *
 * @param newline line break in HTML
 */
export function writeCode(block: CodeBlock, newline: string, context: WriteContext): string {
  if (block.nodes.some(needsHtml)) return writePre(block, newline, context);
  const { syntax = '', ...looks } = block.data;
  const content = block.nodes.map(lineText).join('\n');
  const longest = Math.max(2, ...(content.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const bare = { ...block, data: syntax === '' ? {} : { syntax } };
  const code = context.sourceOf?.code(bare) ?? `${fence}${syntax}\n${content}\n${fence}`;
  return Object.keys(looks).length === 0 ? code : wrapInTag('code', looks, code);
}

function needsHtml({ data, nodes }: CodeLineBlock): boolean {
  return data.highlighted === true || nodes.some(({ object }) => object !== 'text');
}

function lineText({ nodes }: CodeLineBlock): string {
  return nodes
    .flatMap((node) => (node.object === 'text' ? node.leaves : []))
    .map(({ text }) => text)
    .join('');
}

/** Writes code as HTML. */
export function writePre(
  { data, nodes }: CodeBlock,
  newline: string,
  context: WriteContext,
): string {
  const { syntax, title, overflow, lineNumbers, fullWidth } = data;
  const pre = htmlAttributes({
    'data-title': title,
    'data-overflow': overflow,
    'data-line-numbers': lineNumbers === undefined ? undefined : lineNumbers || 'false',
    'data-full-width': fullWidth ? 'true' : undefined,
    // A syntax that is not a valid class name gets an attribute as well.
    'data-syntax': syntax === undefined || /^[\w+#-]+$/.test(syntax) ? undefined : syntax,
  });
  const code = htmlAttributes({ class: syntax === undefined ? undefined : `lang-${syntax}` });
  const lines = nodes.map((line) => writeLine(line, newline, context));
  return `<pre${pre}><code${code}>${lines.join('')}</code></pre>`;
}

function writeLine({ data, nodes }: CodeLineBlock, newline: string, context: WriteContext): string {
  const content = nodes.map((node) => {
    if (node.object === 'text') return node.leaves.map(({ text }) => escapeCode(text)).join('');
    if (node.type === 'expression') {
      return `<code class="expression">${escapeCode(node.data.expression)}</code>`;
    }
    const attributes = {
      'data-footnote-ref': true,
      href: noteAddress(context.addNote(node)),
    } as const;
    const text = node.nodes.flatMap(({ leaves }) => leaves).map(({ text: part }) => part);
    return `<a${htmlAttributes(attributes)}>${escapeCode(text.join(''))}</a>`;
  });
  const line = `${content.join('')}${newline}`;
  return data.highlighted ? `<strong>${line}</strong>` : line;
}

function escapeCode(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
