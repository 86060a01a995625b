import { common, createLowlight } from 'lowlight';
import type { ComponentChildren, VNode } from 'preact';
import { Inlines } from './inlines.tsx';
import type { NodeProps } from './text-setting.ts';
import { hasFlag, plainText, textValueOf } from './tree-node.ts';

/** Longest code that is colored, in characters: a longer one takes too long, and too many bytes. */
const COLORED_LENGTH_MAX = 20_000;

const lowlight = createLowlight(common);

type Root = ReturnType<typeof lowlight.highlight>;
type ElementContent = Extract<Root['children'][number], { type: 'element' }>['children'][number];

lowlight.registerAlias({
  bash: 'curl',
  ini: ['dotenv', 'env', 'hcl', 'terraform', 'toml'],
  json: ['jsonc', 'json5'],
  shell: ['console', 'shell-session'],
  xml: 'vue',
});

/** Shows code with colors. */
export function Code({ node, setting }: NodeProps): VNode {
  const lines = node.nodes ?? [];
  const title = textValueOf(node, 'title');
  const syntax = textValueOf(node, 'syntax');
  const isColored = lines.every((line) => (line.nodes ?? []).every(({ leaves }) => leaves));
  const colored = isColored ? colorLines(lines.map(plainText), syntax) : undefined;
  const label = title ?? (syntax === undefined ? 'Code' : `Code in ${syntax}`);
  const isWrapped = textValueOf(node, 'overflow') === 'wrap';
  const classes = [isWrapped && 'wraps', hasFlag(node, 'lineNumbers') && 'numbered'];
  return (
    <figure class="code">
      {title === undefined && syntax === undefined ? null : (
        <figcaption>
          {title === undefined ? null : <span class="code-title">{title}</span>}
          {syntax === undefined ? null : <span class="code-syntax">{syntax}</span>}
        </figcaption>
      )}
      <pre
        class={classes.filter(Boolean).join(' ') || undefined}
        tabIndex={0}
        role="group"
        aria-label={label}
      >
        <code>
          {lines.map((line, index) => (
            <span class={hasFlag(line, 'highlighted') ? 'line marked' : 'line'}>
              {colored?.[index] ?? <Inlines nodes={line.nodes} setting={setting} />}
              {'\n'}
            </span>
          ))}
        </code>
      </pre>
    </figure>
  );
}

/** Colors lines of code; undefined for an unknown language and for code that is too long. */
function colorLines(
  lines: readonly string[],
  syntax: string | undefined,
): ComponentChildren[] | undefined {
  const language = (syntax ?? '').toLowerCase();
  const text = lines.join('\n');
  if (!lowlight.registered(language) || text.length > COLORED_LENGTH_MAX) return undefined;
  return linesOf(lowlight.highlight(language, text));
}

/** Divides a colored text into lines: a span over several of them is repeated in each. */
function linesOf(root: Root): ComponentChildren[] {
  const lines: ComponentChildren[][] = [[]];
  const add = (nodes: readonly ElementContent[], classes: readonly string[]): void => {
    for (const node of nodes) {
      if (node.type === 'element') add(node.children, [...classes, ...classNamesOf(node)]);
      if (node.type !== 'text') continue;
      for (const [index, part] of node.value.split('\n').entries()) {
        if (index > 0) lines.push([]);
        if (part === '') continue;
        const isPlain = classes.length === 0;
        lines.at(-1)?.push(isPlain ? part : <span class={classes.at(-1)}>{part}</span>);
      }
    }
  };
  add(root.children as ElementContent[], []);
  return lines;
}

/** Returns the class of a token, without the prefix and the qualifiers of the highlighter. */
function classNamesOf({ properties }: Extract<ElementContent, { type: 'element' }>): string[] {
  const [name] = [properties['className']].flat();
  return typeof name === 'string' ? [name.replace(/^hljs-/, 't-')] : [];
}
