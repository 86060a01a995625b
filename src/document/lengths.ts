import type { Length, VerticalAlignment } from './document-tree.ts';

/** Units of a length; pixels are plain numbers. */
export const lengthUnits = ['%', 'em', 'rem', 'vw', 'vh'] as const;

/** Parses `375`, `375px` or `50%`; returns undefined for anything else. */
export function readLength(text: string | undefined): Length | undefined {
  const match = /^\s*(\d{1,6}(?:\.\d{1,6})?)\s*(px|%|em|rem|vw|vh)?\s*$/.exec(text ?? '');
  if (!match?.[1]) return undefined;
  const value = Number(match[1]);
  return match[2] === undefined || match[2] === 'px' ? value : { unit: match[2], value };
}

/** Parses a vertical alignment; returns undefined for anything else. */
export function readVerticalAlignment(text: string | undefined): VerticalAlignment | undefined {
  return text === 'top' || text === 'middle' || text === 'bottom' ? text : undefined;
}
