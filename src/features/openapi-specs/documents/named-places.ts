import { pointerToken } from './json-pointer.ts';
import { asObject, type JsonValue } from './json-value.ts';

/** A part of a document that has a name, by which references can ask for it. */
export interface NamedPlace {
  /** Where it is, as the fragment of an address has it; `''` for the whole document. */
  pointer: string;
  value: JsonValue;
}

/**
 * The parts of a document that its schemas name: by `#` and an anchor, or by their `$id`. Of two
 * with one name, the first.
 */
export function namedPlaces(document: JsonValue): ReadonlyMap<string, NamedPlace> {
  const places = new Map<string, NamedPlace>();
  const path: string[] = [];
  const visit = (value: JsonValue) => {
    if (typeof value !== 'object' || value === null) return;
    for (const name of namesOf(value)) {
      if (places.has(name)) continue;
      places.set(name, { pointer: path.map((step) => `/${pointerToken(step)}`).join(''), value });
    }
    for (const [name, member] of Object.entries(value)) {
      path.push(name);
      visit(member);
      path.pop();
    }
  };
  visit(document);
  return places;
}

function namesOf(value: JsonValue): string[] {
  const { $anchor, $dynamicAnchor, $id } = asObject(value) ?? {};
  return [
    ...[$anchor, $dynamicAnchor].flatMap((anchor) =>
      typeof anchor === 'string' ? [`#${anchor}`] : [],
    ),
    ...(typeof $id === 'string' ? [$id] : []),
  ];
}
