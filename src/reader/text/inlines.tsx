import type { ComponentChildren, VNode } from 'preact';
import { Formula } from './formula.tsx';
import type { RenderState } from './text-setting.ts';
import { fragmentOf, plainText, textValueOf, type TreeNode } from './tree-node.ts';

interface InlinesProps {
  nodes: readonly TreeNode[] | undefined;
  setting: RenderState;
}

/** Shows texts and inline elements. */
export function Inlines({ nodes, setting }: InlinesProps): VNode {
  return (
    <>
      {(nodes ?? []).map((node) =>
        node.object === 'text' ? <Leaves node={node} /> : <Inline node={node} setting={setting} />,
      )}
    </>
  );
}

function Leaves({ node }: { node: TreeNode }): VNode {
  return (
    <>
      {(node.leaves ?? []).map(({ text, marks }) =>
        marks.reduceRight<ComponentChildren>(withMark, withBreaks(text)),
      )}
    </>
  );
}

/** Shows line breaks in a text as such. */
function withBreaks(text: string): ComponentChildren {
  if (!text.includes('\n')) return text;
  return text.split('\n').map((line, index) => (index === 0 ? line : [<br />, line]));
}

type Mark = { type: string; data?: Record<string, unknown> };

function withMark(content: ComponentChildren, { type, data }: Mark): ComponentChildren {
  switch (type) {
    case 'bold':
      return <strong>{content}</strong>;
    case 'italic':
      return <em>{content}</em>;
    case 'code':
      return <code>{content}</code>;
    case 'keyboard':
      return <kbd>{content}</kbd>;
    case 'strikethrough':
      return <s>{content}</s>;
    case 'superscript':
      return <sup>{content}</sup>;
    case 'subscript':
      return <sub>{content}</sub>;
    case 'color':
      return <span class={colorClass(data)}>{content}</span>;
    default:
      return content;
  }
}

function colorClass(data: Record<string, unknown> = {}): string {
  return ['text', 'background']
    .flatMap((kind) => {
      const color = data[kind];
      const isSet = typeof color === 'string' && color !== 'default';
      return isSet ? [`${kind}-${color.replace(/\W/g, '')}`] : [];
    })
    .join(' ');
}

function Inline({ node, setting }: { node: TreeNode; setting: RenderState }): VNode | null {
  switch (node.type) {
    case 'link':
      return <TextLink node={node} setting={setting} />;
    case 'annotation':
      return <Annotation node={node} setting={setting} />;
    case 'inline-image':
      return <InlinePicture node={node} setting={setting} />;
    case 'button':
      return <ButtonLink node={node} setting={setting} />;
    case 'emoji':
      return <span>{emojiOf(textValueOf(node, 'code'))}</span>;
    case 'icon':
      return <span class="icon-name">{textValueOf(node, 'icon')}</span>;
    case 'expression':
      return <code class="expression">{`{{ ${textValueOf(node, 'expression') ?? ''} }}`}</code>;
    case 'inline-math':
      return <Formula source={textValueOf(node, 'formula') ?? ''} />;
    case 'mention':
      return <Mention node={node} setting={setting} />;
    case 'tag':
      return <Inlines nodes={node.nodes} setting={setting} />;
    default:
      return null;
  }
}

function TextLink({ node, setting }: { node: TreeNode; setting: RenderState }): VNode {
  const target = setting.target(node.data?.['ref']);
  const href = target && setting.href(target);
  const content = <Inlines nodes={node.nodes} setting={setting} />;
  if (href === undefined) return <span>{content}</span>;
  return (
    <a href={href} {...outside(href)}>
      {content}
    </a>
  );
}

/** Returns what a link to another host needs. */
export function outside(href: string): { rel?: string } {
  return /^https?:/i.test(href) ? { rel: 'noopener noreferrer' } : {};
}

function Annotation({ node, setting }: { node: TreeNode; setting: RenderState }): VNode {
  const number = setting.addFootnote(fragmentOf(node, 'annotation-body'));
  const mark = String(number);
  return (
    <>
      <Inlines nodes={node.nodes} setting={setting} />
      <sup>
        <a id={`noteref-${mark}`} href={`#note-${mark}`} aria-label={`Footnote ${mark}`}>
          {mark}
        </a>
      </sup>
    </>
  );
}

function InlinePicture({ node, setting }: { node: TreeNode; setting: RenderState }): VNode | null {
  const light = setting.target(node.data?.['ref']);
  const dark = setting.target(node.data?.['refDark']);
  const src = light && setting.href(light);
  if (src === undefined) return null;
  const darkSrc = dark && setting.href(dark);
  const className =
    textValueOf(node, 'size') === 'original' ? 'inline-picture original' : 'inline-picture';
  return (
    <picture>
      {darkSrc === undefined ? null : (
        <source srcset={darkSrc} media="(prefers-color-scheme: dark)" />
      )}
      <img class={className} src={src} alt={textValueOf(node, 'caption') ?? ''} loading="lazy" />
    </picture>
  );
}

function ButtonLink({ node, setting }: { node: TreeNode; setting: RenderState }): VNode {
  const target = setting.target(node.data?.['ref']);
  const href = target && setting.href(target);
  const kind = textValueOf(node, 'kind') === 'secondary' ? 'button secondary' : 'button';
  const label = textValueOf(node, 'label') ?? '';
  if (href === undefined) return <span class={kind}>{label}</span>;
  return (
    <a class={kind} href={href} {...outside(href)}>
      {label}
    </a>
  );
}

function Mention({ node, setting }: { node: TreeNode; setting: RenderState }): VNode | null {
  const target = setting.target(node.data?.['ref']);
  if (!target) return null;
  const href = setting.href(target);
  const title = target.title ?? target.address;
  const isPerson = target.ref['kind'] === 'user';
  if (href === undefined) return <span class="mention">{isPerson ? `@${title}` : title}</span>;
  return (
    <a class="mention" href={href}>
      {target.emoji === null ? null : `${target.emoji} `}
      {title}
    </a>
  );
}

/** Returns the emoji with code points in hexadecimal; the code itself if it has none. */
function emojiOf(code = ''): string {
  if (!/^[0-9a-f]{1,6}(?:-[0-9a-f]{1,6})*$/i.test(code)) return code;
  const points = code.split('-').map((part) => Number.parseInt(part, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : code;
}

/** Returns the text of the first paragraph of some blocks. */
export function firstText(blocks: readonly TreeNode[]): string {
  return blocks.map(plainText).join(' ').trim();
}
