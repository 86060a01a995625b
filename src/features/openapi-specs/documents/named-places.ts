import { pointerToken } from './json-pointer.ts';
import { asObject, type JsonObject, type JsonValue } from './json-value.ts';
import { partsOf } from './references.ts';

/** Named part of a document that references can point to. */
export interface NamedLocation {
  /** JSON pointer in URL fragment form; `''` for the whole document. */
  pointer: string;
  value: JsonValue;
}

/**
 * Returns the parts of a document that its schemas name, by `#` and anchor or by `$id`. If a name
 * appears twice, the first one wins.
 */
export function namedPlaces(document: JsonValue): ReadonlyMap<string, NamedLocation> {
  const places = new Map<string, NamedLocation>();
  const path: string[] = [];
  const visitAt = (step: string, value: JsonValue, hasNames: boolean) => {
    path.push(step);
    visit(value, hasNames);
    path.pop();
  };
  const visit = (value: JsonValue, hasNames: boolean) => {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visitAt(String(index), item, false);
      return;
    }
    const object = asObject(value);
    if (!object) return;
    for (const name of hasNames ? [] : namesOf(object)) {
      if (places.has(name)) continue;
      places.set(name, { pointer: path.map((step) => `/${pointerToken(step)}`).join(''), value });
    }
    for (const part of partsOf(object, hasNames)) visitAt(part.name, part.value, part.hasNames);
  };
  visit(document, false);
  return places;
}

function namesOf({ $anchor, $dynamicAnchor, $id }: JsonObject): string[] {
  return [
    ...[$anchor, $dynamicAnchor].flatMap((anchor) =>
      typeof anchor === 'string' ? [`#${anchor}`] : [],
    ),
    ...(typeof $id === 'string' ? [$id] : []),
  ];
}
