import { canonicalJson } from './canonical-json.ts';

/** Whether two values are equal as JSON; none and null are. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || canonicalJson(a ?? null) === canonicalJson(b ?? null);
}
