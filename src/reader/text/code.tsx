import { common, createLowlight } from 'lowlight';
import type { ComponentChildren, VNode } from 'preact';
import { Inlines } from './inlines.tsx';
import type { RenderState } from './text-setting.ts';
import { hasFlag, plainText, textValueOf, type TreeNode } from './tree-node.ts';

/** Longest code that is colored, in characters: a longer one takes too long, and too many bytes. */
const COLORED_LENGTH_MAX = 20_000;

const lowlight = createLowlight(common);

type Root = ReturnType<typeof lowlight.highlight>;
type ElementContent = Extract<Root['children'][number], { type: 'element' }>['children'][number];

/** Names of languages that the highlighter calls otherwise. */
const languages: Readonly<Record<string, string>> = {
  console: 'shell',
  curl: 'bash',
  dotenv: 'ini',
  env: 'ini',
  hcl: 'ini',
  jsonc: 'json',
  json5: 'json',
  'shell-session': 'shell',
  terraform: 'ini',
  toml: 'ini',
  vue: 'xml',
};

/** Shows code with colors. */
export function Code({ node, setting }: { node: TreeNode; setting: RenderState }): VNode {
  const lines = node.nodes ?? [];
  const title = textValueOf(node, 'title');
  const syntax = textValueOf(node, 'syntax');
  const isColored = lines.every((line) => (line.nodes ?? []).every(({ leaves }) => leaves));
  const colored = isColored ? colorLines(lines.map(plainText), syntax) : undefined;
  const label = title ?? (syntax === undefined ? 'Code' : `Code in ${syntax}`);
  const classes = [
    ...(textValueOf(node, 'overflow') === 'wrap' ? ['wraps'] : []),
    ...(hasFlag(node, 'lineNumbers') ? ['numbered'] : []),
  ];
  return (
    <figure class="code">
      {title === undefined && syntax === undefined ? null : (
        <figcaption>
          {title === undefined ? null : <span class="code-title">{title}</span>}
          {syntax === undefined ? null : <span class="code-syntax">{syntax}</span>}
        </figcaption>
      )}
      <pre class={classes.join(' ') || undefined} tabIndex={0} role="group" aria-label={label}>
        <code>
          {lines.map((line, index) => (
            <CodeLine line={line} setting={setting} colored={colored?.[index]} />
          ))}
        </code>
      </pre>
    </figure>
  );
}

function CodeLine({
  line,
  setting,
  colored,
}: {
  line: TreeNode;
  setting: RenderState;
  colored: ComponentChildren;
}): VNode {
  const content = colored ?? <Inlines nodes={line.nodes} setting={setting} />;
  return (
    <span class={hasFlag(line, 'highlighted') ? 'line marked' : 'line'}>
      {content}
      {'\n'}
    </span>
  );
}

/** Colors lines of code; undefined for an unknown language and for code that is too long. */
function colorLines(
  lines: readonly string[],
  syntax: string | undefined,
): ComponentChildren[] | undefined {
  const named = (syntax ?? '').toLowerCase();
  const language = languages[named] ?? named;
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
