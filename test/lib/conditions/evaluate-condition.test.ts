import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  conditionHolds,
  evaluateCondition,
} from '../../../src/lib/conditions/evaluate-condition.ts';
import { parseCondition } from '../../../src/lib/conditions/parse-condition.ts';
import { ClaimsError, readClaims } from '../../../src/lib/conditions/read-claims.ts';
import { lawCount } from '../../support/law-count.ts';

type Json = Record<string, unknown>;

const holds = (text: string, claims: Json = {}) =>
  evaluateCondition(parseCondition(text), { claims: readClaims(claims) });

/** A condition as a tree, which the test evaluates by itself. */
type Tree =
  | { kind: 'claim'; name: string }
  | { kind: 'has'; name: string }
  | { kind: 'equals'; name: string; value: string | number | boolean }
  | { kind: 'atLeast'; name: string; value: number }
  | { kind: 'among'; name: string; values: string[] }
  | { kind: 'contains'; name: string; value: string }
  | { kind: 'not'; of: Tree }
  | { kind: 'and' | 'or'; of: [Tree, Tree] };

function write(tree: Tree): string {
  switch (tree.kind) {
    case 'claim':
      return `visitor.claims.${tree.name}`;
    case 'has':
      return `has(visitor.claims.${tree.name})`;
    case 'equals':
      return `visitor.claims.${tree.name} == ${JSON.stringify(tree.value)}`;
    case 'atLeast':
      return `visitor.claims.${tree.name} >= ${tree.value}`;
    case 'among':
      return `visitor.claims.${tree.name} in ${JSON.stringify(tree.values)}`;
    case 'contains':
      return `visitor.claims.${tree.name}.exists(x, x == ${JSON.stringify(tree.value)})`;
    case 'not':
      return `!(${write(tree.of)})`;
    case 'and':
    case 'or':
      return `(${write(tree.of[0])}) ${tree.kind === 'and' ? '&&' : '||'} (${write(tree.of[1])})`;
  }
}

/** What a tree is worth; undefined where a claim is missing or of another type. */
function worth(tree: Tree, claims: Json): boolean | undefined {
  const known = 'name' in tree && Object.hasOwn(claims, tree.name);
  const claim = known ? claims[tree.name] : undefined;
  switch (tree.kind) {
    case 'claim':
      return typeof claim === 'boolean' ? claim : undefined;
    case 'has':
      return known;
    case 'equals':
      return known ? claim === tree.value : undefined;
    case 'atLeast':
      return typeof claim === 'number' ? claim >= tree.value : undefined;
    case 'among':
      return known ? tree.values.some((value) => value === claim) : undefined;
    case 'contains':
      return Array.isArray(claim) ? claim.includes(tree.value) : undefined;
    case 'not': {
      const inner = worth(tree.of, claims);
      return inner === undefined ? undefined : !inner;
    }
    case 'and':
    case 'or': {
      const decisive = tree.kind === 'or';
      const parts = new Set(tree.of.map((part) => worth(part, claims)));
      if (parts.has(decisive)) return decisive;
      return parts.has(undefined) ? undefined : !decisive;
    }
  }
}

const texts = fc.constantFrom('pro', 'free', '');
const numbers = fc.constantFrom(0, 1, 18, 1.5);
const name = fc.constantFrom('plan', 'age', 'beta', 'roles');

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ kind: fc.constantFrom('claim' as const, 'has' as const), name }),
    fc.record({
      kind: fc.constant('equals' as const),
      name,
      value: fc.oneof(texts, numbers, fc.boolean()),
    }),
    fc.record({ kind: fc.constant('atLeast' as const), name, value: numbers }),
    fc.record({ kind: fc.constant('among' as const), name, values: fc.array(texts) }),
    fc.record({ kind: fc.constant('contains' as const), name, value: texts }),
    fc.record({ kind: fc.constant('not' as const), of: tie('tree') }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      of: fc.tuple(tie('tree'), tie('tree')),
    }),
  ),
}));

const value = fc.oneof(texts, numbers, fc.boolean(), fc.constant(null), fc.array(texts));
const someClaims = fc.dictionary(name, value);

describe('a condition', () => {
  it('holds exactly where its parts say so, for any claims', () => {
    fc.assert(
      fc.property(tree, someClaims, (condition, claims) => {
        const text = write(condition);
        fc.pre(text.length <= 1024);
        expect({ text, holds: holds(text, claims) }).toEqual({
          text,
          holds: worth(condition, claims) === true,
        });
      }),
      { numRuns: lawCount(500) },
    );
  });

  it('answers for any text and any claims, without a fault', () => {
    const token = fc.constantFrom(
      ...['visitor', '.', 'claims', '.a', '["b"]', '(', ')', '&&', '||', '!', '==', '<', 'in', '1'],
      ...['1.5', '"x"', 'true', 'null', '[', ']', ',', '?', ':', 'has', 'size', '.exists(x,', 'x'],
    );
    const text = fc.array(token, { maxLength: 12 }).map((parts) => parts.join(' '));
    const claims = fc.dictionary(
      fc.constantFrom('a', 'b', 'constructor', '__proto__'),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(text, claims, (condition, given) => {
        const visitor = { claims: readClaims(given) };
        expect(typeof conditionHolds(condition, visitor)).toBe('boolean');
      }),
      { numRuns: lawCount(1000) },
    );
  });

  it('does not hold where a claim is missing, or no boolean', () => {
    expect(holds('visitor.claims.isBeta')).toBe(false);
    expect(holds('!visitor.claims.isBeta')).toBe(false);
    expect(holds('visitor.claims.a.b.c == 1')).toBe(false);
    expect(holds('visitor.claims.unsigned.isBeta')).toBe(false);
    expect(holds('visitor.claims.isBeta', { isBeta: 'yes' })).toBe(false);
    expect(holds('visitor.claims.age > 1', { age: '2' })).toBe(false);
    expect(holds('visitor.claims.isBeta || visitor.claims.isStaff', { isStaff: true })).toBe(true);
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length'])(
    'sees %s only where it is a claim',
    (special) => {
      const text = `visitor.claims["${special}"] == "mine"`;
      expect(holds(text)).toBe(false);
      const claims = JSON.parse(`{"${special}": "mine", "list": []}`) as Json;
      expect(holds(text, claims)).toBe(true);
      expect(holds(`visitor.claims.list["${special}"] == 0`, claims)).toBe(false);
    },
  );

  it('that is stored and does not parse never holds; none always does', () => {
    const visitor = { claims: readClaims({ isBeta: true }) };
    expect(conditionHolds('beta &&', visitor)).toBe(false);
    expect(conditionHolds('"true"', visitor)).toBe(false);
    expect(conditionHolds('visitor.claims.isBeta', visitor)).toBe(true);
    expect(conditionHolds(null, visitor)).toBe(true);
  });
});

describe('claims', () => {
  const nested = (depth: number): Json => (depth === 0 ? {} : { a: nested(depth - 1) });

  it.each([
    ['levels', nested(9), 'must have at most 8 levels'],
    ['many levels', nested(5000), 'must have at most 8 levels'],
    ['items', { list: Array.from({ length: 101 }, () => 1) }, 'at most 100 entries'],
    [
      'names',
      Object.fromEntries([...Array(101).keys()].map((key) => [`n${key}`, 1])),
      'at most 100',
    ],
    ['values', { lists: Array(6).fill(Array(90).fill(1)) }, 'must have at most 500 values'],
    ['characters', { text: 'x'.repeat(1001) }, 'texts of at most 1000 characters'],
    ['characters of a name', { ['x'.repeat(1001)]: 1 }, 'texts of at most 1000 characters'],
  ])('with too many %s are refused', (_, claims, message) => {
    expect(() => readClaims(claims)).toThrow(ClaimsError);
    expect(() => readClaims(claims)).toThrow(message);
  });
});
