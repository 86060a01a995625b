import type { Content, Text } from 'pdfmake';
import type { CodeBlock, CodeLineBlock } from '../../../document/document-tree.ts';
import { piecesOf } from './set-paragraph.ts';
import { setFormulaText } from './set-formula.ts';
import { setInlines } from './set-inlines.ts';
import { panelInset, panelLayout, type PanelLook } from './set-panel.ts';
import { setText } from './set-text.ts';
import type { Setting } from './setting.ts';
import { colors, PANEL_GAP, small } from './theme.ts';

const look: PanelLook = { fill: colors.panel, frame: colors.rule, padding: [10, 8, 10, 8] };
const HIGHLIGHT = '#fdf3cf';
/** Width of the line number column. */
const NUMBERS_WIDTH = 24;

/** Sets code in a box. Long lines wrap. */
export function setCode(block: CodeBlock, setting: Setting): Content {
  const { data, nodes } = block;
  const style = {
    ...setting.style,
    font: 'Mono',
    fontSize: 8.4,
    lineHeight: 1.08,
    color: colors.ink,
    preserveLeadingSpaces: true,
    preserveTrailingSpaces: true,
  } as const;
  const inner = { ...setting, style };
  const isByLine = data.lineNumbers === true || nodes.some((line) => line.data.highlighted);
  const rows = isByLine
    ? nodes.map((line, index) => setNumberedLine(line, index, data, inner))
    : setLines(nodes, inner);
  const title = data.title ? [[setTitle(data.title, setting)]] : [];
  return {
    table: {
      widths: [setting.width - panelInset(look)],
      body: [...title, ...rows.map((row) => [row])],
    },
    layout: panelLayout(look),
    margin: [0, 2, 0, PANEL_GAP],
  };
}

function setTitle(title: string, { library }: Setting): Content {
  const style = { ...small, bold: true };
  return { text: setText(title, style, library.language), margin: [0, 0, 0, 5] };
}

function setLine({ nodes }: CodeLineBlock, setting: Setting): Text[] {
  const spread = nodes.map((node) =>
    node.object === 'text'
      ? {
          ...node,
          leaves: node.leaves.map((leaf) => ({
            ...leaf,
            text: leaf.text.replaceAll('\t', '    '),
          })),
        }
      : node,
  );
  const runs = setInlines(spread, setting);
  return runs.length > 0 ? runs : [{ ...setting.style, text: ' ' }];
}

function setLines(lines: readonly CodeLineBlock[], setting: Setting): Content[] {
  const end = { ...setting.style, text: '\n' };
  const runs = lines.flatMap((line, index) => {
    const set = setLine(line, setting);
    return index === lines.length - 1 ? set : [...set, end];
  });
  return piecesOf(runs).map((text) => {
    // Each piece begins a new line by itself, so a line break at its end is redundant.
    if (text.at(-1)?.text === '\n') text.pop();
    return { text };
  });
}

function setNumberedLine(
  line: CodeLineBlock,
  index: number,
  { lineNumbers }: CodeBlock['data'],
  setting: Setting,
): Content {
  const fill = line.data.highlighted ? { fillColor: HIGHLIGHT } : {};
  const text = setLine(line, setting);
  if (lineNumbers !== true) return { text, ...fill };
  const number = { ...setting.style, text: String(index + 1), color: colors.faint };
  return {
    columns: [
      { ...number, width: NUMBERS_WIDTH },
      { text, width: '*' },
    ],
    ...fill,
  };
}

/** Sets a formula on its own line; as source text if it cannot be parsed. */
export function setFormula(formula: string, { style, library }: Setting): Content {
  const mono = { ...style, font: 'Mono', fontSize: 9, italics: true } as const;
  return {
    text:
      setFormulaText(formula, style, library.language) ?? setText(formula, mono, library.language),
    alignment: 'center',
    margin: [0, 4, 0, PANEL_GAP],
  };
}
