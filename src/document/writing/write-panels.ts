import type {
  Block,
  ColumnBlock,
  ColumnsBlock,
  ExpandableBlock,
  Length,
  StepBlock,
  StepperBlock,
  TabsBlock,
  TabsItemBlock,
} from '../document-tree.ts';
import type { WriteContext } from './write-context.ts';
import { writeInlines } from './write-inlines.ts';
import { wrapInTag } from './write-tag.ts';

type PanelsBlock = TabsBlock | StepperBlock | ColumnsBlock;

interface PanelOptions {
  context: WriteContext;
  /** Writes the blocks of a panel. */
  write: (blocks: readonly Block[]) => string;
}

/** Writes tabs, steps, columns, or an expandable block. */
export function writePanels(block: PanelsBlock | ExpandableBlock, options: PanelOptions): string {
  if (block.type === 'expandable') return writeExpandable(block, options);
  const panels = block.nodes.map((panel) => writePanel(panel, options.write));
  const fullWidth = block.type === 'stepper' ? undefined : block.data.fullWidth;
  return wrapInTag(block.type, { fullWidth }, panels.join('\n\n'));
}

/** Writes a tab, step or column. */
export function writePanel(
  panel: TabsItemBlock | StepBlock | ColumnBlock,
  write: PanelOptions['write'],
): string {
  const content = write(panel.nodes);
  switch (panel.type) {
    case 'tabs-item':
      return wrapInTag('tab', { title: panel.data.title }, content);
    case 'stepper-step':
      return wrapInTag('step', { icon: panel.data.icon }, content);
    case 'column': {
      const { width, verticalAlignment } = panel.data;
      const length = width === undefined ? undefined : writeLength(width);
      return wrapInTag('column', { width: length, verticalAlignment }, content);
    }
  }
}

function writeExpandable({ fragments }: ExpandableBlock, { context, write }: PanelOptions): string {
  const [title] = fragments.find(({ fragment }) => fragment === 'expandable-title')?.nodes ?? [];
  const body = fragments.find(({ fragment }) => fragment === 'expandable-body')?.nodes ?? [];
  const summary = title?.type === 'paragraph' ? writeInlines(title.nodes, 'line', context) : '';
  return `<details>\n\n<summary>${summary}</summary>\n\n${write(body)}\n\n</details>`;
}

/** Writes a length with its unit; pixels have none. */
export function writeLength(length: Length): string {
  return typeof length === 'number' ? String(length) : `${length.value}${length.unit}`;
}
