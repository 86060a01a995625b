import type { ComponentChildren, VNode } from 'preact';
import { colorLines, type ColoredText } from '../../lib/color-code.ts';
import { Inlines } from './inlines.tsx';
import type { NodeProps } from './text-setting.ts';
import { hasFlag, plainText, textValueOf } from './tree-node.ts';

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
              {colored?.[index]?.map(withColor) ?? <Inlines nodes={line.nodes} setting={setting} />}
              {'\n'}
            </span>
          ))}
        </code>
      </pre>
    </figure>
  );
}

function withColor({ text, token }: ColoredText): ComponentChildren {
  return token === undefined ? text : <span class={`t-${token}`}>{text}</span>;
}
