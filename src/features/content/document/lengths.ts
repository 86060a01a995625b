import type { Length, VerticalAlignment } from './document-tree.ts';

/** Units that a length may have; pixels are numbers without one. */
export const lengthUnits = ['%', 'em', 'rem', 'vw', 'vh'] as const;

/** `375`, `375px` or `50%`; anything else is no length. */
export function readLength(text: string | undefined): Length | undefined {
  const match = /^\s*(\d{1,6}(?:\.\d{1,6})?)\s*(px|%|em|rem|vw|vh)?\s*$/.exec(text ?? '');
  if (!match?.[1]) return undefined;
  const value = Number(match[1]);
  return match[2] === undefined || match[2] === 'px' ? value : { unit: match[2], value };
}

/** Undefined for anything that is no alignment. */
export function readVerticalAlignment(text: string | undefined): VerticalAlignment | undefined {
  return text === 'top' || text === 'middle' || text === 'bottom' ? text : undefined;
}
