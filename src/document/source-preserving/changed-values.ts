import type { ContentReference } from '../document-tree.ts';
import { referenceAddress } from '../reference-addresses.ts';

/**
 * Returns the differing strings of two values, before and after; undefined if anything else
 * differs.
 */
export function changedValues(before: unknown, after: unknown): [string, string][] | undefined {
  if (before === after) return [];
  if (typeof before === 'string' && typeof after === 'string') return [[before, after]];
  if (Array.isArray(before) && Array.isArray(after) && before.length !== after.length) {
    return undefined;
  }
  if (!isRecord(before) || !isRecord(after)) return undefined;
  const changes: [string, string][] = [];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const values = [before[name], after[name]].map((value) => {
      const isReference = (name === 'ref' || name === 'refDark') && isRecord(value);
      return isReference ? referenceAddress(value as ContentReference) : value;
    });
    const changed = changedValues(values[0], values[1]);
    if (!changed) return undefined;
    changes.push(...changed);
  }
  return changes;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
