import { describe, expect, it } from 'vitest';
import { UniqueNames } from '../../src/lib/unique-names.ts';

describe('unique names', () => {
  it('are plain as long as they are free, and have the least free number then', () => {
    const names = new UniqueNames({ joint: '-', taken: ['page', 'page-2'] });
    names.take('page-3');
    const given = ['page', 'page', 'other', 'page-1', 'other'].map((name) => names.takeFree(name));
    expect(given).toEqual(['page-1', 'page-4', 'other', 'page-1-1', 'other-1']);
  });

  it('are there at once for as many headings as a text can have', () => {
    const names = new UniqueNames({ joint: '' });
    const given = Array.from({ length: 100_000 }, () => names.takeFree('a'));
    expect(given.at(-1)).toBe('a99999');
  });
});
