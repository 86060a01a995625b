import { isSameValue } from '../../../lib/same-value.ts';

/** A value as three sides have it. */
export interface Sides<Value> {
  base: Value;
  ours: Value;
  theirs: Value;
}

/** The value that a three-way merge takes as a whole: ours where both changed it differently. */
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

/** The members of records, each merged on its own. Names those that both changed differently. */
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

/** An own member: names come from outside, and may be those of something inherited. */
export function memberOf<Value>(
  record: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
