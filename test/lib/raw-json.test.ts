import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonBytes, jsonText, RawJson } from '../../src/lib/raw-json.ts';

const rawOf = (value: unknown) => new RawJson(Buffer.from(JSON.stringify(value)));

describe('a value with parts that are JSON already', () => {
  it('is written as if all of it were values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.jsonValue()), (one, some) => {
        const expected = JSON.stringify({ one, some, none: null });
        const value = { one: rawOf(one), some: some.map(rawOf), none: null };
        expect(jsonBytes(value).toString()).toBe(expected);
        expect(jsonText(value)).toBe(expected);
        expect(JSON.stringify(value)).toBe(expected);
      }),
    );
  });

  it('keeps bytes of such a part as they are', () => {
    const bytes = Buffer.from('{ "a" : "\\u00e9é" }');
    expect(jsonBytes([new RawJson(bytes)]).toString()).toBe(`[${bytes.toString()}]`);
    expect(jsonText([new RawJson(bytes)])).toBe(`[${bytes.toString()}]`);
  });
});
