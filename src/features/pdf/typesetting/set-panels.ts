import type { Content } from 'pdfmake';
import type {
  Block,
  ColumnsBlock,
  ExpandableBlock,
  Fragment,
  HintBlock,
  HintStyle,
  QuoteBlock,
  StepperBlock,
  TabsBlock,
} from '../../../document/document-tree.ts';
import { setInlines } from './set-inlines.ts';
import { panelInset, setPanel, type PanelLook } from './set-panel.ts';
import { isShort } from './short-blocks.ts';
import { setText } from './set-text.ts';
import { setWithin, withoutLastGap, type Setting } from './setting.ts';
import { colors, PANEL_GAP } from './theme.ts';

const hints: Record<HintStyle, { color: string; fill: string }> = {
  info: { color: '#2f6fc4', fill: '#eef4fc' },
  success: { color: '#2f8a50', fill: '#edf7f0' },
  warning: { color: '#c97a08', fill: '#fdf6e8' },
  danger: { color: '#c23b3b', fill: '#fdf0f0' },
};

/** Sets a hint in the colors of its style. */
export function setHint({ data, nodes }: HintBlock, setting: Setting): Content {
  const { color, fill } = hints[data.style];
  return setInPanel(nodes, setting, { fill, bar: { width: 3, color }, padding: [12, 9, 12, 9] });
}

export function setQuote({ nodes }: QuoteBlock, setting: Setting): Content {
  const style = { ...setting.style, color: colors.muted };
  const bar = { width: 2, color: colors.rule };
  return setInPanel(nodes, { ...setting, style }, { bar, padding: [14, 1, 0, 1] });
}

function setInPanel(blocks: readonly Block[], setting: Setting, look: PanelLook): Content {
  const contents = withoutLastGap(setWithin(blocks, setting, panelInset(look)));
  return { ...setPanel(contents, look, setting.width), unbreakable: isShort(blocks) };
}

/** Sets tabs one below the other, each as a box with its title on top. */
export function setTabs({ nodes }: TabsBlock, setting: Setting): Content[] {
  const look: PanelLook = { frame: colors.rule, padding: [11, 9, 11, 9] };
  return nodes.map(({ data, nodes: blocks }) => {
    const contents = withoutLastGap(setWithin(blocks, setting, panelInset(look)));
    const title = setPanelTitle(data.title ?? '', setting, colors.accent);
    const panel = setPanel([...title, ...contents], look, setting.width);
    return { ...panel, unbreakable: isShort(blocks) };
  });
}

function setPanelTitle(title: string, setting: Setting, color: string): Content[] {
  const { style, library } = setting;
  const bold = { ...style, font: 'Sans', bold: true, color, fontSize: 9.6 } as const;
  return title === ''
    ? []
    : [{ text: setText(title, bold, library.language), margin: [0, 0, 0, 5] }];
}

/** Sets steps, each with its number in a circle. */
export function setStepper({ nodes }: StepperBlock, setting: Setting): Content[] {
  return nodes.map(({ nodes: blocks }, index): Content => {
    const stack = withoutLastGap(setWithin(blocks, setting, 34));
    return {
      table: {
        widths: [18, setting.width - 34],
        body: [[{ stack: setStepNumber(index + 1, setting) }, { stack }]],
      },
      layout: {
        hLineWidth: () => 0,
        vLineWidth: () => 0,
        paddingLeft: (column) => (column === 1 ? 16 : 0),
        paddingRight: () => 0,
        paddingTop: () => 0,
        paddingBottom: () => 0,
      },
      margin: [0, 2, 0, PANEL_GAP],
      unbreakable: isShort(blocks),
    };
  });
}

function setStepNumber(number: number, { style }: Setting): Content[] {
  const circle = { type: 'ellipse', x: 9, y: 8, r1: 8.4, r2: 8.4, color: colors.accent };
  return [
    { canvas: [circle] },
    {
      ...style,
      font: 'Sans',
      bold: true,
      fontSize: 9,
      lineHeight: 1,
      color: '#ffffff',
      text: String(number),
      alignment: 'center',
      margin: [0, -14.8, 0, 0],
    },
  ];
}

/** Sets expandable content, which is always open in print. */
export function setExpandable({ fragments }: ExpandableBlock, setting: Setting): Content[] {
  const look: PanelLook = { bar: { width: 1, color: colors.rule }, padding: [14, 2, 0, 2] };
  const bold = { ...setting, style: { ...setting.style, font: 'Sans', bold: true } as const };
  const title = blocksOf(fragments, 'expandable-title').flatMap((block) =>
    block.type === 'paragraph' ? setInlines(block.nodes, bold) : [],
  );
  return [
    { text: [...setText('▾ ', bold.style), ...title], margin: [0, 2, 0, 4] },
    setInPanel(blocksOf(fragments, 'expandable-body'), setting, look),
  ];
}

/** Returns the blocks of the fragments with the given name. */
export function blocksOf(fragments: readonly Fragment[], name: string): Block[] {
  return fragments.flatMap(({ fragment, nodes }) => (fragment === name ? nodes : []));
}

const COLUMN_GAP = 18;
/** Minimum width of columns; narrower ones are set one below the other. */
const COLUMN_WIDTH_MIN = 110;

export function setColumns({ nodes }: ColumnsBlock, setting: Setting): Content {
  const room = setting.width - COLUMN_GAP * (nodes.length - 1);
  const shares = nodes.map(({ data: { width } }) =>
    typeof width === 'object' && width.unit === '%' ? Math.max(width.value, 1) : null,
  );
  const given = shares.reduce<number>((sum, share) => sum + (share ?? 0), 0);
  const without = shares.filter((share) => share === null).length;
  const rest = without === 0 ? 0 : Math.max((100 - given) / without, 1);
  const total = given + rest * without;
  const widths = shares.map((share) => (room * (share ?? rest)) / total);
  const isNarrow = widths.some((width) => width < COLUMN_WIDTH_MIN);
  const { library } = setting;
  const columns = nodes.map(({ nodes: blocks }, index): Content => {
    const width = isNarrow ? setting.width : (widths[index] ?? setting.width);
    return { stack: library.setBlocks(blocks, { ...setting, width }), width };
  });
  return isNarrow ? { stack: columns } : { columns, columnGap: COLUMN_GAP };
}
