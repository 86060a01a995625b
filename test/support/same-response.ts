import { expect } from 'vitest';

interface ReportedError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly code?: string };
}

/** A response with each error at the place of the data that it made null. */
interface Outcome {
  readonly data: string;
  /** The errors of each place, by their paths. */
  readonly places: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

function outcomeOf(answer: string): Outcome {
  if (!answer.includes('"errors"')) return { data: answer, places: new Map() };
  const { data, errors = [] } = JSON.parse(answer) as { data?: unknown; errors?: ReportedError[] };
  const places = new Map<string, Map<string, string>>();
  for (const { message, path = [], extensions } of errors) {
    const place = JSON.stringify(nulledPlace(data, path));
    const found = places.get(place) ?? new Map<string, string>();
    places.set(place, found.set(JSON.stringify(path), JSON.stringify([message, extensions])));
  }
  return { data: JSON.stringify(data), places };
}

/** The part of an error's path that leads to the null which the error left in the data. */
function nulledPlace(data: unknown, path: readonly (string | number)[]): (string | number)[] {
  let value = data;
  for (const [depth, step] of path.entries()) {
    if (value === null || value === undefined) return path.slice(0, depth);
    value = (value as Record<string | number, unknown>)[step];
  }
  return [...path];
}

/**
 * Expects equal data, errors at the same places, and the same error wherever both report one for
 * the same path. Several fields may fail under one nullable field: which of them fails first, and
 * is reported, is a matter of time in execution itself.
 *
 * @param response JSON, as is `expected`
 */
export function expectSameResponse(response: string, expected: string, label: string): void {
  const [answer, reference] = [outcomeOf(response), outcomeOf(expected)];
  expect(answer.data, label).toBe(reference.data);
  expect([...answer.places.keys()].toSorted(), label).toEqual(
    [...reference.places.keys()].toSorted(),
  );
  for (const [place, errors] of answer.places) {
    const known = reference.places.get(place);
    for (const [path, error] of errors) {
      if (known?.has(path)) expect(error, `${label} at ${path}`).toBe(known.get(path));
    }
  }
}
