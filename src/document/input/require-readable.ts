import type { z } from 'zod';

/** Limits of an input document as a tree. */
const treeLimits = {
  /** Maximum nesting depth. */
  depthMax: 300,
  /** Maximum number of objects of all kinds: blocks, texts, leaves, marks, values. */
  objectCountMax: 500_000,
  /** Maximum length of all its texts, including names of node kinds. */
  charactersMax: 10_000_000,
} as const;

/** A value, and its path. */
interface Place {
  value: unknown;
  key: PropertyKey;
  parent: Place | undefined;
  depth: number;
}

/**
 * Rejects trees that are too deep or too large. Runs before any other validation, and without
 * recursion.
 */
export function requireReadable(tree: unknown, check: z.RefinementCtx): void {
  let objectCount = 0;
  let characterCount = 0;
  const refuse = (message: string, place?: Place) => {
    check.addIssue({ code: 'custom', message, path: pathTo(place), continue: false });
  };
  const open: Place[] = [{ value: tree, key: '', parent: undefined, depth: 0 }];
  for (let place = open.pop(); place; place = open.pop()) {
    const { value, depth } = place;
    if (typeof value === 'string') {
      characterCount += value.length;
    }
    if (characterCount > treeLimits.charactersMax) {
      return refuse(`must have at most ${treeLimits.charactersMax} characters`);
    }
    if (typeof value !== 'object' || value === null) continue;
    objectCount += 1;
    if (objectCount > treeLimits.objectCountMax) {
      return refuse(`must have at most ${treeLimits.objectCountMax} objects`);
    }
    if (depth > treeLimits.depthMax) {
      return refuse(`must have at most ${treeLimits.depthMax} levels of objects`);
    }
    for (const [name, member] of Object.entries(value).toReversed()) {
      const key = Array.isArray(value) ? Number(name) : name;
      open.push({
        value: member,
        key,
        parent: place,
        depth: depth + (Array.isArray(value) ? 0 : 1),
      });
    }
  }
}

function pathTo(place: Place | undefined): PropertyKey[] {
  const path: PropertyKey[] = [];
  for (let at = place; at?.parent; at = at.parent) path.push(at.key);
  return path.toReversed();
}
