import type { VNode } from 'preact';
import { outside } from './inlines.tsx';
import { Picture } from './media.tsx';
import type { NodeProps } from './text-setting.ts';
import { fragmentOf, plainText, type TreeNode } from './tree-node.ts';

interface Column {
  id: string;
  title: string;
  type: string;
  textAlignment?: string;
  max?: number;
  options?: { value: string; label: string; color: string }[];
}

interface View {
  type: 'grid' | 'cards';
  columns: string[];
  hideHeader?: boolean;
  cardSize?: string;
  targetDefinition?: string;
  coverDefinition?: string;
  coverDefinitionDark?: string;
}

interface Row {
  orderIndex: string;
  values: Record<string, unknown>;
}

interface TableProps extends NodeProps {
  /** Shows the blocks in a cell. */
  show: (nodes: readonly TreeNode[]) => VNode;
}

/** Shows a table as rows, or as cards. */
export function Table({ node, setting, show }: TableProps): VNode | null {
  const {
    view,
    definition = {},
    records = {},
  } = (node.data ?? {}) as {
    view?: View;
    definition?: Record<string, Column>;
    records?: Record<string, Row>;
  };
  if (!view) return null;
  const columns = view.columns.flatMap((id) => definition[id] ?? []);
  const rows = Object.values(records).toSorted((a, b) => (a.orderIndex < b.orderIndex ? -1 : 1));
  const props = { node, view, columns, rows, setting, show };
  return view.type === 'cards' ? <Cards {...props} /> : <Grid {...props} />;
}

interface RowsProps extends TableProps {
  view: View;
  columns: Column[];
  rows: Row[];
}

function Grid({ columns, rows, view, ...shared }: RowsProps): VNode {
  return (
    <div class="table" tabIndex={0} role="group" aria-label={tableName(columns)}>
      <table>
        {view.hideHeader ? null : (
          <thead>
            <tr>
              {columns.map((column) => {
                const cell = { class: alignment(column), children: column.title };
                return column.title.trim() === '' ? <td {...cell} /> : <th scope="col" {...cell} />;
              })}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row) => (
            <tr>
              {columns.map((column) => (
                <td class={alignment(column)}>
                  <Cell {...shared} column={column} value={row.values[column.id]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function tableName(columns: readonly Column[]): string {
  const titles = columns.map(({ title }) => title).filter(Boolean);
  return titles.length > 0 ? `Table: ${titles.join(', ')}` : 'Table';
}

function alignment({ type, textAlignment }: Column): string | undefined {
  if (textAlignment === 'right' || textAlignment === 'center') return `to-${textAlignment}`;
  return type === 'number' ? 'to-right' : undefined;
}

function Cards({ view, columns, rows, ...shared }: RowsProps): VNode {
  const { node, setting } = shared;
  const special = new Set([view.targetDefinition, view.coverDefinition, view.coverDefinitionDark]);
  const shown = columns.filter(({ id }) => !special.has(id));
  return (
    <ul class={view.cardSize === 'large' ? 'cards large' : 'cards'}>
      {rows.map(({ values }) => {
        const valueOf = (id: string | undefined) =>
          id === undefined ? undefined : one(values[id]);
        const { href, title } = setting.target(valueOf(view.targetDefinition)) ?? {};
        const cover = valueOf(view.coverDefinition);
        const cells = shown.filter(({ id }) => hasValue(node, values[id]));
        const name = cells.map(({ id }) => textInCell(node, values[id])).find(Boolean);
        const covers = { light: cover, dark: valueOf(view.coverDefinitionDark) };
        return (
          <li class="card">
            <Picture {...covers} alt="" class="card-cover" setting={setting} />
            <div class="card-body">
              {cells.map((column) => (
                <div class="card-cell">
                  <Cell {...shared} column={column} value={values[column.id]} />
                </div>
              ))}
            </div>
            {href === undefined ? null : (
              <a class="card-target" href={href} {...outside(href)}>
                {name ?? title ?? 'Open'}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Returns a value, or the first one of a list. */
function one(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : (value ?? undefined);
}

function textInCell(node: TreeNode, value: unknown): string {
  if (typeof value !== 'string') return '';
  return fragmentOf(node, value).map(plainText).join(' ').trim();
}

function hasValue(node: TreeNode, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  const blocks = typeof value === 'string' ? fragmentOf(node, value) : [];
  return blocks.length === 0 || blocks.some((block) => block.nodes?.length !== 0);
}

interface CellProps extends TableProps {
  column: Column;
  value: unknown;
}

function Cell({ node, column, value, setting, show }: CellProps): VNode | null {
  if (value === undefined || value === null) return null;
  switch (column.type) {
    case 'checkbox':
      return value === true ? <Sign text="☑" label="yes" /> : <Sign text="☐" label="no" />;
    case 'rating':
      return <Rating value={Number(value)} max={column.max ?? 5} />;
    case 'select':
      return (
        <>
          {[value]
            .flat()
            .map(String)
            .map((name) => choice(column, name))}
        </>
      );
    case 'files':
    case 'image':
    case 'content-ref':
    case 'users':
      return <References value={value} column={column} setting={setting} />;
    default: {
      const blocks = typeof value === 'string' ? fragmentOf(node, value) : [];
      if (blocks.length > 0) return show(blocks);
      return typeof value === 'string' || typeof value === 'number' ? <>{value}</> : null;
    }
  }
}

function Rating({ value, max }: { value: number; max: number }): VNode {
  const full = Math.max(0, Math.min(Math.round(value), max, 10));
  const stars = '★'.repeat(full) + '☆'.repeat(Math.max(0, Math.min(max, 10) - full));
  return <Sign text={stars} label={`${full} of ${max}`} />;
}

/** Shows the meaning of characters. */
function Sign({ text, label }: { text: string; label: string }): VNode {
  return (
    <span role="img" aria-label={label}>
      {text}
    </span>
  );
}

function choice({ options }: Column, name: string): VNode {
  return <span class="badge">{options?.find(({ value }) => value === name)?.label ?? name}</span>;
}

function References({ value, column, setting }: Omit<CellProps, 'node' | 'show'>): VNode {
  const links = [value].flat().map((ref: unknown) => {
    const target = setting.target(ref);
    if (!target) return null;
    const { title, address, href } = target;
    if (column.type !== 'image') return <a href={href}>{title ?? address} </a>;
    return <Picture light={ref} alt={title ?? ''} setting={setting} />;
  });
  return <>{links}</>;
}
