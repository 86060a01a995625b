import { describe, expect, it } from 'vitest';
import { ExpressionError } from '../../../src/lib/conditions/expression-error.ts';
import { parseCondition } from '../../../src/lib/conditions/parse-condition.ts';

function problemOf(text: string): ExpressionError {
  try {
    parseCondition(text);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
  throw new Error(`${text} is a condition.`);
}

describe('a condition', () => {
  it.each([
    'visitor.claims.isBeta',
    'visitor.claims["is-beta"] == true',
    '!visitor.claims.unsigned.isBeta || visitor.claims.age >= 18',
    'visitor.claims.plan in ["pro", "enterprise"] && has(visitor.claims.team)',
    'visitor.claims.roles.exists(role, role.startsWith("admin"))',
    'visitor.claims.address.country.lowerAscii() == "nl" ? true : visitor.claims.isBeta',
    'size(visitor.claims.roles) > 2 && visitor.claims.roles.all(r, r != "guest")',
    'visitor.claims.level > -1 // whoever has one',
    'true',
  ])('can be %s', (text) => {
    expect(parseCondition(text).text).toBe(text);
  });

  it.each([
    ['visitor.claims.a &&& b', 1, 20, 'unexpected character: &'],
    ['visitor.claims.a ==', 1, 20, 'unexpected token: EOF'],
    ['true &&\n  §', 2, 3, 'unexpected character: §'],
    ['visitor.claims.a == "x', 1, 21, 'unterminated string'],
    ['claims.a', 1, 1, 'unknown variable: claims'],
    ['visitor.name == "x"', 1, 9, 'no such key: name'],
    ['1 == "x"', 1, 1, 'no such overload: int == string'],
    ['visitor.claims.a || 1', 1, 1, "logical operator requires bool operands, got 'int'"],
    ['"yes"', 1, 1, 'it must be a boolean, but is of type string'],
    ['size(visitor.claims.roles)', 1, 1, 'it must be a boolean, but is of type int'],
    ['visitor', 1, 1, 'it must be a boolean, but is of type map'],
    ['visitor.claims', 1, 1, 'it must be a boolean, but is of type map<string, dyn>'],
    ['true && visitor.claims.a + 1 == 2', 1, 9, 'conditions have no +'],
    ['{"a": 1} == {}', 1, 1, 'conditions have no map'],
    ['timestamp("2026-01-01T00:00:00Z") == null', 1, 1, 'conditions have no function timestamp'],
    ['visitor.claims.a.matches("(a+)+$")', 1, 1, 'conditions have no method matches'],
    ['visitor.claims.a.map(x, x) == []', 1, 1, 'conditions have no method map'],
    ['__proto__ == 1', 1, 1, 'reserved identifier: __proto__'],
  ])('cannot be %j: the error points at the place', (text, line, column, problem) => {
    const error = problemOf(text);
    expect(error.message).toContain(
      `is not a valid condition, at line ${line}, column ${column}: ${problem}\n`,
    );
    expect(error).toMatchObject({ line, column });
    const [shown = '', caret = ''] = error.message.split('\n').slice(-2);
    expect(caret).toBe(`${' '.repeat(column - 1)}^`);
    expect(text.split('\n')[line - 1]).toContain(shown.replaceAll('…', ''));
  });

  it('shows the part of a long line where the problem is', () => {
    const { message } = problemOf(`${'true && '.repeat(20)}§${' && true'.repeat(20)}`);
    const [shown = '', caret = ''] = message.split('\n').slice(-2);
    expect(shown).toMatch(/^….*true && § && true.*…$/);
    expect(shown[caret.length - 1]).toBe('§');
  });

  it.each([
    ['parentheses', `${'('.repeat(500)}true${')'.repeat(500)}`],
    ['negations', `${'!'.repeat(1000)}true`],
    ['operands', `1${'==1'.repeat(300)}`],
    ['list items', `1 in [${'1,'.repeat(400)}1]`],
    ['accesses', `visitor.claims${'.a'.repeat(400)}`],
    ['characters', `"${'x'.repeat(1023)}" == ""`],
  ])('is refused at once when it has too many %s', (_, text) => {
    expect(problemOf(text).message).toMatch(/too complex|more than 1024 characters/);
  });

  it('quantifies over one list at a time, so that it stays quick', () => {
    const nested = 'visitor.claims.a.all(x, visitor.claims.b.exists(y, x == y))';
    expect(problemOf(nested).message).toContain('cannot be used inside one another');
    const beside = 'visitor.claims.a.all(x, x) && visitor.claims.b.exists(y, y)';
    expect(parseCondition(beside).text).toBe(beside);
  });
});
