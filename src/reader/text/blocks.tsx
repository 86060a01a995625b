import type { ComponentChildren, VNode } from 'preact';
import { Icon, type IconName } from '../icons.tsx';
import { Code } from './code.tsx';
import { Formula } from './formula.tsx';
import { firstText, Inlines } from './inlines.tsx';
import { ContentCard, EmbedCard, Figure, FileCard, Picture, Pictures } from './media.tsx';
import { OperationBlock } from './operation.tsx';
import { NamedIcon } from '../named-icon.tsx';
import { headingLevel, type NodeProps, type NodesProps, type RenderState } from './text-setting.ts';
import { Table } from './table.tsx';
import { fragmentOf, plainText, textValueOf, type TreeNode } from './tree-node.ts';

/** Shows blocks of a text. */
export function Blocks({ nodes = [], setting }: NodesProps): VNode {
  return (
    <>
      {nodes.map((node) => {
        const View = views[node.type ?? ''];
        return View && <View node={node} setting={setting} />;
      })}
    </>
  );
}

/** Shows the blocks in another one. */
function Inner({ node, setting }: NodeProps): VNode {
  return <Blocks nodes={node.nodes} setting={setting} />;
}

const views: Readonly<Record<string, (props: NodeProps) => VNode | null>> = {
  paragraph: Paragraph,
  'heading-1': Heading,
  'heading-2': Heading,
  'heading-3': Heading,
  'list-ordered': List,
  'list-unordered': List,
  'list-tasks': List,
  hint: (props) => <Hint style={textValueOf(props.node, 'style')}>{Inner(props)}</Hint>,
  blockquote: (props) => <blockquote>{Inner(props)}</blockquote>,
  expandable: Expandable,
  tabs: Tabs,
  stepper: Stepper,
  columns: Columns,
  // An evaluated text has no conditions left; a tag that nobody knows shows its content.
  if: Inner,
  tag: Inner,
  code: Code,
  images: Pictures,
  image: Figure,
  table: (props) => (
    <Table {...props} show={(nodes) => <Blocks nodes={nodes} setting={props.setting} />} />
  ),
  math: ({ node }) => (
    <div class="math" tabIndex={0} role="group" aria-label="Formula">
      <Formula source={textValueOf(node, 'formula') ?? ''} block />
    </div>
  ),
  divider: () => <hr />,
  file: FileCard,
  drawing: ({ node, setting }) => (
    <Picture light={node.data?.['ref']} alt="Drawing" setting={setting} />
  ),
  embed: EmbedCard,
  integration: EmbedCard,
  'content-ref': ContentCard,
  swagger: OperationBlock,
  'openapi-operation': OperationBlock,
  'openapi-webhook': OperationBlock,
  'openapi-schemas': OperationBlock,
};

function Paragraph({ node, setting }: NodeProps): VNode | null {
  const isEmpty =
    plainText(node) === '' && (node.nodes ?? []).every(({ object }) => object === 'text');
  if (isEmpty) return null;
  const align = textValueOf(node, 'align');
  const className = align === 'center' || align === 'end' ? `align-${align}` : undefined;
  return (
    <p class={className}>
      <Inlines nodes={node.nodes} setting={setting} />
    </p>
  );
}

/** The title of the page is its first heading, so the highest in the text are one level below. */
function Heading({ node, setting }: NodeProps): VNode {
  const Tag = `h${headingLevel(node) - setting.topLevel + 2}` as 'h2' | 'h3' | 'h4';
  const id = setting.headingId(node);
  const label = `Link to ${plainText(node)}`;
  return (
    <Tag id={id}>
      <Inlines nodes={node.nodes} setting={setting} />
      {id === undefined ? null : (
        <a class="anchor" href={`#${encodeURIComponent(id)}`} aria-label={label}>
          #
        </a>
      )}
    </Tag>
  );
}

function List({ node, setting }: NodeProps): VNode {
  const items = (node.nodes ?? []).map((item) => <ListItem node={item} setting={setting} />);
  const start = node.data?.['start'];
  if (node.type === 'list-ordered') {
    return <ol start={typeof start === 'number' && start !== 1 ? start : undefined}>{items}</ol>;
  }
  return <ul class={node.type === 'list-tasks' ? 'tasks' : undefined}>{items}</ul>;
}

function ListItem(props: NodeProps): VNode {
  const checked = props.node.data?.['checked'];
  if (typeof checked !== 'boolean') return <li>{Inner(props)}</li>;
  const box = { class: checked ? 'box done' : 'box', 'aria-label': checked ? 'done' : 'open' };
  return (
    <li>
      <span role="img" {...box} />
      <div>{Inner(props)}</div>
    </li>
  );
}

/** Icons and names of hints by style. */
const hints: ReadonlyMap<string, readonly [IconName, string]> = new Map([
  ['success', ['check', 'Tip']],
  ['warning', ['warning', 'Warning']],
  ['danger', ['danger', 'Danger']],
]);

interface HintProps {
  /** Style; that of a note if it is unknown. */
  style: string | undefined;
  children: ComponentChildren;
}

/** Shows a text in a colored box, with an icon that says why. */
function Hint({ style = '', children }: HintProps): VNode {
  const [icon, name] = hints.get(style) ?? (['info', 'Note'] as const);
  return (
    <div class={`hint ${hints.has(style) ? style : 'info'}`} role="note" aria-label={name}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  );
}

function Expandable({ node, setting }: NodeProps): VNode {
  const title = fragmentOf(node, 'expandable-title');
  return (
    <details>
      <summary>
        {firstText(title) === ''
          ? 'More'
          : title.map(({ nodes }) => <Inlines nodes={nodes} setting={setting} />)}
      </summary>
      <div class="details">
        <Blocks nodes={fragmentOf(node, 'expandable-body')} setting={setting} />
      </div>
    </details>
  );
}

/** Radio buttons choose the tab, so that it works without scripts and by keyboard. */
function Tabs({ node, setting }: NodeProps): VNode {
  const name = setting.uniqueName('tabs');
  return (
    <fieldset class="tabs">
      <legend class="unseen">Choose a tab</legend>
      {(node.nodes ?? []).map((tab, index) => {
        const id = `${name}-${index + 1}`;
        return (
          <>
            <input type="radio" name={name} id={id} checked={index === 0} />
            <label for={id}>{textValueOf(tab, 'title') ?? `Tab ${index + 1}`}</label>
            <div class="tab">
              <Inner node={tab} setting={setting} />
            </div>
          </>
        );
      })}
    </fieldset>
  );
}

function Stepper({ node, setting }: NodeProps): VNode {
  return (
    <ol class="steps">
      {(node.nodes ?? []).map((step) => (
        <li>
          <Inner node={step} setting={setting} />
          <NamedIcon name={textValueOf(step, 'icon')} />
        </li>
      ))}
    </ol>
  );
}

function Columns({ node, setting }: NodeProps): VNode {
  return (
    <div class="columns">
      {(node.nodes ?? []).map((column) => (
        <div class={columnClass(column)}>
          <Inner node={column} setting={setting} />
        </div>
      ))}
    </div>
  );
}

/** Returns the share of a column, in twelfths of the width. */
function columnClass({ data }: TreeNode): string | undefined {
  const { unit, value } = (data?.['width'] ?? {}) as { unit?: unknown; value?: unknown };
  if (unit !== '%' || typeof value !== 'number') return undefined;
  return `share-${Math.max(1, Math.min(12, Math.round((value / 100) * 12)))}`;
}

/** Shows the footnotes that a text has collected. */
export function Footnotes({ setting }: { setting: RenderState }): VNode | null {
  if (setting.footnotes.length === 0) return null;
  return (
    <section class="footnotes" aria-label="Footnotes">
      <ol>
        {setting.footnotes.map((blocks, index) => (
          <li id={`note-${index + 1}`}>
            <Blocks nodes={blocks} setting={setting} />
            <a href={`#noteref-${index + 1}`} aria-label={`Back to footnote ${index + 1}`}>
              ↩
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}
