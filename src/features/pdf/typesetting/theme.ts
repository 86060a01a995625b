import type { Margin } from 'pdfmake';
import type { Style } from './set-text.ts';

/** Page size in points, as all sizes here. */
const page = { width: 595.28, height: 841.89 } as const;
export const margins: Margin = [78, 88, 78, 84];
/** Width of the text. */
export const measure = page.width - margins[0] - margins[2];
/** Height of the text. */
export const textHeight = page.height - margins[1] - margins[3];

export const colors = {
  ink: '#1d2430',
  muted: '#5c6675',
  faint: '#8a94a3',
  rule: '#d3d9e2',
  panel: '#f5f7f9',
  accent: '#1f5fae',
} as const;

export const body: Style = { font: 'Serif', fontSize: 10.2, lineHeight: 1.12, color: colors.ink };

export const small: Style = { font: 'Sans', fontSize: 8.6, lineHeight: 1.05, color: colors.muted };

export const label: Style = {
  font: 'Sans',
  fontSize: 8.2,
  bold: true,
  color: colors.accent,
  characterSpacing: 0.6,
};

/** Font sizes of headings, by level. */
export const headingSizes = { 'heading-1': 17, 'heading-2': 13.5, 'heading-3': 11.2 } as const;

/** Size of code, relative to the surrounding text. */
export const CODE_SCALE = 0.88;

/** Space below a block. */
export const BLOCK_GAP = 8;
/** Space below a block with its own background or frame: code, tables, hints, images. */
export const PANEL_GAP = 12;
