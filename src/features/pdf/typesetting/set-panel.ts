import type { Content, Margin, TableLayout } from 'pdfmake';
import { colors, PANEL_GAP } from './theme.ts';

/** Appearance of a panel; sizes are in points. */
export interface PanelLook {
  fill?: string;
  /** Bar on the left. */
  bar?: { width: number; color: string };
  /** Color of the border. */
  frame?: string;
  padding: Margin;
}

/** Returns by how much the content of a panel is narrower. */
export function panelInset({ bar, frame, padding }: PanelLook): number {
  const [left, , right] = padding;
  return left + right + (bar?.width ?? 0) + (frame ? 1 : 0);
}

/** Sets a box that can continue on the next page. */
export function setPanel(contents: Content[], look: PanelLook, width: number): Content {
  return {
    table: { widths: [width - panelInset(look)], body: [[{ stack: contents }]] },
    layout: panelLayout(look),
    margin: [0, 2, 0, PANEL_GAP],
  };
}

/** Returns a layout that shows a one-column table as a box around all rows. */
export function panelLayout({ fill, bar, frame, padding }: PanelLook): TableLayout {
  const [left, top, right, bottom] = padding;
  const line = frame ? 0.5 : 0;
  return {
    hLineWidth: (row, { table }) => (row === 0 || row === table.body.length ? line : 0),
    vLineWidth: (column) => (column === 0 && bar ? bar.width : line),
    hLineColor: frame ?? colors.rule,
    vLineColor: (column) => (column === 0 && bar ? bar.color : (frame ?? colors.rule)),
    paddingLeft: () => left,
    paddingRight: () => right,
    paddingTop: (row) => (row === 0 ? top : 0),
    paddingBottom: (row, { table }) => (row === table.body.length - 1 ? bottom : 0),
    ...(fill && { fillColor: fill }),
  };
}
