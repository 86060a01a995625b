import type { ComponentChildren, VNode } from 'preact';
import { Icon, type IconName } from '../icons.tsx';
import { Code } from './code.tsx';
import { Formula } from './formula.tsx';
import { firstText, Inlines } from './inlines.tsx';
import { ContentCard, EmbedCard, Figure, FileCard, Picture, Pictures } from './media.tsx';
import { OperationBlock } from './operation.tsx';
import { headingLevel, type RenderState } from './text-setting.ts';
import { Table } from './table.tsx';
import { fragmentOf, plainText, textValueOf, type TreeNode } from './tree-node.ts';

interface BlocksProps {
  nodes: readonly TreeNode[] | undefined;
  setting: RenderState;
}

/** Shows blocks of a text. */
export function Blocks({ nodes, setting }: BlocksProps): VNode {
  return (
    <>
      {(nodes ?? []).map((node) => (
        <Block node={node} setting={setting} />
      ))}
    </>
  );
}

interface BlockProps {
  node: TreeNode;
  setting: RenderState;
}

/** Shows blocks that contain text. */
function Block({ node, setting }: BlockProps): VNode | null {
  const inner = () => <Blocks nodes={node.nodes} setting={setting} />;
  switch (node.type) {
    case 'paragraph':
      return <Paragraph node={node} setting={setting} />;
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return <Heading node={node} setting={setting} />;
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return <List node={node} setting={setting} />;
    case 'hint':
      return <Hint style={textValueOf(node, 'style') ?? 'info'}>{inner()}</Hint>;
    case 'blockquote':
      return <blockquote>{inner()}</blockquote>;
    case 'expandable':
      return <Expandable node={node} setting={setting} />;
    case 'tabs':
      return <Tabs node={node} setting={setting} />;
    case 'stepper':
      return <Stepper node={node} setting={setting} />;
    case 'columns':
      return <Columns node={node} setting={setting} />;
    case 'if':
    case 'tag':
      // An evaluated text has no conditions left; a tag that nobody knows shows its content.
      return inner();
    default:
      return <VoidBlock node={node} setting={setting} />;
  }
}

/** Shows blocks without text of their own. */
function VoidBlock({ node, setting }: BlockProps): VNode | null {
  switch (node.type) {
    case 'code':
      return <Code node={node} setting={setting} />;
    case 'images':
      return <Pictures node={node} setting={setting} />;
    case 'image':
      return <Figure node={node} setting={setting} />;
    case 'table':
      return (
        <Table
          node={node}
          setting={setting}
          show={(nodes) => <Blocks nodes={nodes} setting={setting} />}
        />
      );
    case 'math':
      return (
        <div class="math" tabIndex={0} role="group" aria-label="Formula">
          <Formula source={textValueOf(node, 'formula') ?? ''} block />
        </div>
      );
    case 'divider':
      return <hr />;
    case 'file':
      return <FileCard node={node} setting={setting} />;
    case 'drawing':
      return <Picture light={node.data?.['ref']} alt="Drawing" setting={setting} />;
    case 'embed':
    case 'integration': {
      const url = textValueOf(node, 'url');
      return url === undefined ? null : <EmbedCard url={url} />;
    }
    case 'content-ref':
      return <ContentCard node={node} setting={setting} />;
    case 'swagger':
    case 'openapi-operation':
    case 'openapi-webhook':
    case 'openapi-schemas':
      return <OperationBlock node={node} setting={setting} />;
    default:
      return null;
  }
}

function Paragraph({ node, setting }: BlockProps): VNode | null {
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
function Heading({ node, setting }: BlockProps): VNode {
  const Tag = `h${headingLevel(node) - setting.topLevel + 2}` as 'h2' | 'h3' | 'h4';
  const id = setting.headingId(node);
  return (
    <Tag id={id}>
      <Inlines nodes={node.nodes} setting={setting} />
      {id === undefined ? null : (
        <a
          class="anchor"
          href={`#${encodeURIComponent(id)}`}
          aria-label={`Link to ${plainText(node)}`}
        >
          #
        </a>
      )}
    </Tag>
  );
}

function List({ node, setting }: BlockProps): VNode {
  const items = (node.nodes ?? []).map((item) => <ListItem node={item} setting={setting} />);
  const start = node.data?.['start'];
  if (node.type === 'list-ordered') {
    return <ol start={typeof start === 'number' && start !== 1 ? start : undefined}>{items}</ol>;
  }
  return <ul class={node.type === 'list-tasks' ? 'tasks' : undefined}>{items}</ul>;
}

function ListItem({ node, setting }: BlockProps): VNode {
  const checked = node.data?.['checked'];
  const content = <Blocks nodes={node.nodes} setting={setting} />;
  if (typeof checked !== 'boolean') return <li>{content}</li>;
  return (
    <li>
      <span
        class={checked ? 'box done' : 'box'}
        role="img"
        aria-label={checked ? 'done' : 'open'}
      />
      <div>{content}</div>
    </li>
  );
}

const hintIcons: Readonly<Record<string, IconName>> = {
  info: 'info',
  success: 'check',
  warning: 'warning',
  danger: 'danger',
};

function Hint({ style, children }: { style: string; children: ComponentChildren }): VNode {
  const known = style in hintIcons ? style : 'info';
  const names = { info: 'Note', success: 'Tip', warning: 'Warning', danger: 'Danger' };
  return (
    <div class={`hint ${known}`} role="note" aria-label={names[known as keyof typeof names]}>
      <Icon name={hintIcons[known] ?? 'info'} />
      <div>{children}</div>
    </div>
  );
}

function Expandable({ node, setting }: BlockProps): VNode {
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
function Tabs({ node, setting }: BlockProps): VNode {
  const name = setting.uniqueName('tabs');
  return (
    <fieldset class="tabs">
      <legend class="unseen">Choose a tab</legend>
      {(node.nodes ?? []).map((tab, index) => {
        const id = `${name}-${index + 1}`;
        const title = textValueOf(tab, 'title') ?? `Tab ${index + 1}`;
        return (
          <>
            <input type="radio" name={name} id={id} checked={index === 0} />
            <label for={id}>{title}</label>
            <div class="tab">
              <Blocks nodes={tab.nodes} setting={setting} />
            </div>
          </>
        );
      })}
    </fieldset>
  );
}

function Stepper({ node, setting }: BlockProps): VNode {
  return (
    <ol class="steps">
      {(node.nodes ?? []).map((step) => (
        <li>
          <Blocks nodes={step.nodes} setting={setting} />
        </li>
      ))}
    </ol>
  );
}

function Columns({ node, setting }: BlockProps): VNode {
  return (
    <div class="columns">
      {(node.nodes ?? []).map((column) => (
        <div class={columnClass(column)}>
          <Blocks nodes={column.nodes} setting={setting} />
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
