import { h, type ComponentChildren, type VNode } from 'preact';
import { emojiOfCode } from '../../lib/emoji.ts';
import { Emoji } from '../icons.tsx';
import { NamedIcon } from '../named-icon.tsx';
import { ThemedPicture } from '../themed-picture.tsx';
import { Formula } from './formula.tsx';
import type { NodeProps, NodesProps } from './text-setting.ts';
import { fragmentOf, plainText, textValueOf, type TreeNode } from './tree-node.ts';

/** Shows texts and inline elements. */
export function Inlines({ nodes = [], setting }: NodesProps): VNode {
  return (
    <>
      {nodes.map((node) => {
        if (node.object === 'text') return <Leaves node={node} />;
        const View = views[node.type ?? ''];
        return View && <View node={node} setting={setting} />;
      })}
    </>
  );
}

const views: Readonly<Record<string, (props: NodeProps) => VNode | null>> = {
  link: TextLink,
  annotation: Annotation,
  'inline-image': InlinePicture,
  button: ButtonLink,
  emoji: ({ node }) => <span>{emojiOfCode(textValueOf(node, 'code'))}</span>,
  icon: ({ node }) => <NamedIcon name={textValueOf(node, 'icon')} isAlone />,
  expression: ({ node }) => (
    <code class="expression">{`{{ ${textValueOf(node, 'expression') ?? ''} }}`}</code>
  ),
  'inline-math': ({ node }) => <Formula source={textValueOf(node, 'formula') ?? ''} />,
  mention: Mention,
  tag: ({ node, setting }) => <Inlines nodes={node.nodes} setting={setting} />,
};

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

/** Elements of marks. */
const markTags: ReadonlyMap<string, string> = new Map([
  ['bold', 'strong'],
  ['italic', 'em'],
  ['code', 'code'],
  ['keyboard', 'kbd'],
  ['strikethrough', 's'],
  ['superscript', 'sup'],
  ['subscript', 'sub'],
]);

function withMark(content: ComponentChildren, { type, data }: Mark): ComponentChildren {
  if (type === 'color') return <span class={colorClass(data)}>{content}</span>;
  const tag = markTags.get(type);
  return tag === undefined ? content : h(tag, null, content);
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

function TextLink({ node, setting }: NodeProps): VNode {
  const href = setting.target(node.data?.['ref'])?.href;
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

function Annotation({ node, setting }: NodeProps): VNode {
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

function InlinePicture({ node, setting }: NodeProps): VNode {
  const [src, dark] = ['ref', 'refDark'].map((key) => setting.target(node.data?.[key])?.href);
  const isOriginal = textValueOf(node, 'size') === 'original';
  const className = isOriginal ? 'inline-picture original' : 'inline-picture';
  const alt = textValueOf(node, 'caption');
  return <ThemedPicture class={className} src={src} dark={dark} alt={alt} loading="lazy" />;
}

function ButtonLink({ node, setting }: NodeProps): VNode {
  const href = setting.target(node.data?.['ref'])?.href;
  const kind = textValueOf(node, 'kind') === 'secondary' ? 'button secondary' : 'button';
  const label = (
    <>
      <NamedIcon name={textValueOf(node, 'icon')} />
      {textValueOf(node, 'label')}
    </>
  );
  if (href === undefined) return <span class={kind}>{label}</span>;
  return (
    <a class={kind} href={href} {...outside(href)}>
      {label}
    </a>
  );
}

function Mention({ node, setting }: NodeProps): VNode | null {
  const target = setting.target(node.data?.['ref']);
  if (!target) return null;
  const title = target.title ?? target.address;
  const isPerson = target.ref['kind'] === 'user';
  if (target.href === undefined) {
    return <span class="mention">{isPerson ? `@${title}` : title}</span>;
  }
  return (
    <a class="mention" href={target.href}>
      <Emoji value={target.emoji} />
      {title}
    </a>
  );
}

/** Returns the text of some blocks on one line. */
export function firstText(blocks: readonly TreeNode[]): string {
  return blocks.map(plainText).join(' ').trim();
}
