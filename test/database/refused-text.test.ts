import { describe, expect, it } from 'vitest';
import { requireReadableJson } from '../../src/database/refused-text.ts';

describe('JSON that is stored', () => {
  it.each([
    ['in a value', { title: 'a\0b' }],
    ['in a name', [{ 'a\0b': true }]],
    ['behind a backslash', ['\\\0']],
  ])('is refused with U+0000, which would fail all that read the column: %s', (_where, value) => {
    expect(() => requireReadableJson(value)).toThrow('U+0000');
  });

  it.each(['\\u0000', '\\\\u0000', 'u0000', ''])(
    'may have what only looks like it: "%s"',
    (text) => {
      expect(() => requireReadableJson([text])).not.toThrow();
    },
  );
});
