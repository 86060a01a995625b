import { common, createLowlight } from 'lowlight';

/** A piece of code on one line, with the kind of its token; undefined for plain text. */
export interface ColoredText {
  text: string;
  token: string | undefined;
}

/** Longest code that is colored, in characters: a longer one takes too long, and too many bytes. */
const COLORED_LENGTH_MAX = 20_000;

const lowlight = createLowlight(common);
lowlight.registerAlias({
  bash: 'curl',
  ini: ['dotenv', 'env', 'hcl', 'terraform', 'toml'],
  json: ['jsonc', 'json5'],
  shell: ['console', 'shell-session'],
  xml: 'vue',
});

type Root = ReturnType<typeof lowlight.highlight>;
type ElementContent = Extract<Root['children'][number], { type: 'element' }>['children'][number];

/**
 * Divides lines of code into colored texts. Returns undefined for an unknown language, and for code
 * that is too long.
 */
export function colorLines(
  lines: readonly string[],
  syntax: string | undefined,
): ColoredText[][] | undefined {
  const language = (syntax ?? '').toLowerCase();
  const text = lines.join('\n');
  if (!lowlight.registered(language) || text.length > COLORED_LENGTH_MAX) return undefined;
  return linesOf(lowlight.highlight(language, text));
}

/** Divides a colored text into lines: a token over several of them is repeated in each. */
function linesOf(root: Root): ColoredText[][] {
  const lines: ColoredText[][] = [[]];
  const add = (nodes: readonly ElementContent[], token: string | undefined): void => {
    for (const node of nodes) {
      if (node.type === 'element') add(node.children, tokenOfElement(node) ?? token);
      if (node.type !== 'text') continue;
      for (const [index, part] of node.value.split('\n').entries()) {
        if (index > 0) lines.push([]);
        if (part !== '') lines.at(-1)?.push({ text: part, token });
      }
    }
  };
  add(root.children as ElementContent[], undefined);
  return lines;
}

/** Returns the kind of a token, without the prefix and the qualifiers of the highlighter. */
function tokenOfElement({
  properties,
}: Extract<ElementContent, { type: 'element' }>): string | undefined {
  const [name] = [properties['className']].flat();
  return typeof name === 'string' ? name.replace(/^hljs-/, '') : undefined;
}
