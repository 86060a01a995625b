import { isSameValue } from '../../lib/same-value.ts';

/** A value in the base and on both sides. */
export interface Sides<Value> {
  base: Value;
  ours: Value;
  theirs: Value;
}

/** Merges an indivisible value; ours wins if both changed it differently. */
export function mergeValue<Value>({ base, ours, theirs }: Sides<Value>): {
  value: Value;
  clean: boolean;
} {
  if (isSameValue(ours, theirs) || isSameValue(base, theirs)) return { value: ours, clean: true };
  if (isSameValue(base, ours)) return { value: theirs, clean: true };
  return { value: ours, clean: false };
}

/** Applies a function to each of the sides. */
export function mapSides<From, To>(sides: Sides<From>, map: (side: From) => To): Sides<To> {
  return { base: map(sides.base), ours: map(sides.ours), theirs: map(sides.theirs) };
}

/** Merges records member by member. Returns the names of conflicting members. */
export function mergeRecords<Value>(sides: Sides<Readonly<Record<string, Value>>>): {
  record: Record<string, Value>;
  conflicts: string[];
} {
  const { base, ours, theirs } = sides;
  const names = new Set([...Object.keys(base), ...Object.keys(ours), ...Object.keys(theirs)]);
  const members: [string, Value][] = [];
  const conflicts: string[] = [];
  for (const name of [...names].toSorted()) {
    const { value, clean } = mergeValue(mapSides(sides, (side) => memberOf(side, name)));
    if (value !== undefined) members.push([name, value]);
    if (!clean) conflicts.push(name);
  }
  return { record: Object.fromEntries(members), conflicts };
}

/** Returns an own member: names come from outside, and may equal inherited ones. */
export function memberOf<Value>(
  record: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
