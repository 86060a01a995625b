import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/lib/canonical-json.ts';
import { isSameValue } from '../../src/lib/same-value.ts';

/** What the text has to be: names of stored content are made from it. */
function referenceJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}

/** Values with all that JSON leaves out or changes, and names of every kind. */
const anyValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(undefined, null, Number.NaN, -0, 0, new Date(0), () => 1, '', '\uD800'),
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom('a', 'b', '10', '9', '01', '__proto__')),
      tie('value'),
      { maxKeys: 5 },
    ),
  ),
})).value;

describe('JSON with its members in order', () => {
  it('is what it was when the names of stored content were made from it', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(canonicalJson(value)).toBe(
          referenceJson(typeof value === 'function' ? null : value),
        );
      }),
    );
  });
});

describe('two values', () => {
  it('are the same when their JSON is', () => {
    const few = fc.constantFrom<unknown>(1, '1', null, undefined, [], {}, { a: undefined });
    const pairs = fc.oneof(
      fc.tuple(anyValue, anyValue),
      fc.tuple(few, few),
      anyValue.map((value) => [value, copyOf(value)] as const),
    );
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        expect(isSameValue(a, b)).toBe(canonicalJson(a) === canonicalJson(b));
      }),
    );
  });

  it('are told apart by the order of a list only', () => {
    expect(isSameValue({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1, c: undefined })).toBe(true);
    expect(isSameValue([1, 2], [2, 1])).toBe(false);
    expect(isSameValue([undefined], [null])).toBe(true);
    expect(isSameValue({ a: null }, {})).toBe(false);
  });
});

/** The same value, as JSON has it. */
function copyOf(value: unknown): unknown {
  return JSON.parse(canonicalJson(value));
}
