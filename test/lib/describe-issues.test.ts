import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeIssues } from '../../src/lib/describe-issue.ts';

const schema = z.object({
  input: z.object({
    title: z.string().min(2),
    path: z.string().max(3),
    spaces: z.array(z.string().min(1)),
  }),
});

function described(input: unknown): string {
  const { error } = schema.safeParse({ input });
  return describeIssues(error?.issues ?? []);
}

describe('all that is wrong with an input', () => {
  it('is said in a sentence for each field', () => {
    expect(described({ title: 'a', path: 'long', spaces: ['', 'x', ''] })).toBe(
      '"title" must have at least 2 characters. "path" must have at most 3 characters. ' +
        '"spaces.0" must have at least 1 character. "spaces.2" must have at least 1 character.',
    );
  });

  it('names what a value of several types may be, or what is wrong with it as one of them', () => {
    const value = z.object({
      value: z.union([z.string().max(3), z.number(), z.record(z.string(), z.string())]).nullable(),
    });
    const describedValue = (input: unknown) =>
      describeIssues(value.safeParse({ value: input }).error?.issues ?? []);
    expect(describedValue(true)).toBe('"value" must be of type string or number or object.');
    expect(describedValue('long')).toBe('"value" must have at most 3 characters.');
  });

  it('names the fields that are not known', () => {
    const { error } = z.strictObject({ a: z.string() }).safeParse({ a: '', b: 1, 'c"': 2 });
    expect(describeIssues(error?.issues ?? [])).toBe('"input" must not have "b", "c\\"".');
  });

  it('is cut after the tenth, with the number of those that are left', () => {
    const text = described({
      title: 'ab',
      path: 'a',
      spaces: Array.from({ length: 25 }, () => ''),
    });
    expect(text.match(/must have/g)).toHaveLength(10);
    expect(text).toMatch(
      /^"spaces\.0" .* "spaces\.9" must have at least 1 character\. And 15 more\.$/,
    );
  });
});
