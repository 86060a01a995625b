import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepPositions } from '../../../src/revisions/merge/keep-positions.ts';
import { evenPositions } from '../../../src/lib/position.ts';

/** Siblings with positions of their own or none, in any order. */
const siblings = fc
  .integer({ min: 0, max: 12 })
  .chain((count) => fc.shuffledSubarray(evenPositions(count)))
  .chain((kept) =>
    fc
      .array(fc.nat({ max: kept.length }), { maxLength: 6 })
      .map((places) =>
        places.reduce<(string | null)[]>((list, place) => list.toSpliced(place, 0, null), kept),
      ),
  );

/** The length of a longest rising part, by trying all. */
function longestRising(positions: readonly (string | null)[], above = ''): number {
  const [first, ...rest] = positions;
  if (first === undefined) return 0;
  const without = longestRising(rest, above);
  if (first === null || first <= above) return without;
  return Math.max(without, 1 + longestRising(rest, first));
}

describe('positions for siblings in a new order', () => {
  it('rise strictly, and keep as many as can be kept', () => {
    fc.assert(
      fc.property(siblings, (current) => {
        const positions = keepPositions(current);
        expect(positions).toHaveLength(current.length);
        for (const [index, position] of positions.slice(1).entries()) {
          expect(position > (positions[index] ?? '')).toBe(true);
        }
        const kept = positions.filter((position, index) => position === current[index]);
        expect(kept.length).toBeGreaterThanOrEqual(longestRising(current));
      }),
    );
  });
});
