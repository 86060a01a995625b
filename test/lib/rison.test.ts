import { describe, expect, it } from 'vitest';
import { parseRison } from '../../src/lib/rison.ts';

describe('Rison', () => {
  it.each([
    ['(a:0,b:1.5)', { a: 0, b: 1.5 }],
    ['(a:!t,b:!f,c:!n)', { a: true, b: false, c: null }],
    ["(name:'O!'Neill!!',x:'')", { name: "O'Neill!", x: '' }],
    ['!(1,!(a,b),(c:d))', [1, ['a', 'b'], { c: 'd' }]],
    ['()', {}],
    ['!()', []],
    ['-12e-3', -0.012],
    ['a-b/c', 'a-b/c'],
    ["('a b':c)", { 'a b': 'c' }],
    ['(__proto__:1)', JSON.parse('{"__proto__":1}')],
  ])('%s', (text, value) => {
    expect(parseRison(text)).toEqual(value);
  });

  it.each(['', '(', '(a)', '(a:1', '(a:1,)', '!(1', '!x', "'a", 'a b', '(a:1)b', '01', '(:1)'])(
    'refuses %s with the position',
    (text) => {
      expect(() => parseRison(text)).toThrow(/is invalid Rison at position \d+/);
    },
  );
});
