import type { JsonSchema } from '../../src/rest/options.ts';
import { resolve, shapesOf } from './json-schemas.ts';
import {
  componentNameOf,
  interfaceResources,
  jsonTypeOf,
  type InterfaceField,
} from './interface-resources.ts';

type Fields = Readonly<Record<string, InterfaceField>>;

const resourceOfComponent = new Map(
  Object.keys(interfaceResources).map((name) => [componentNameOf(name), name]),
);

/** The fields of the interface's resources that responses contained, and their types. */
export class SeenFields {
  /**
   * Fields with a value, e.g. `Site.urls.app`; those of items, e.g. `Comment.reactions[].emoji`.
   */
  readonly places = new Set<string>();
  /** Fields whose type differs from the interface. */
  readonly wrongTypes = new Set<string>();

  /** Adds the resources of a response, which its schema names. */
  add(schema: JsonSchema, value: unknown): void {
    if (Array.isArray(value)) {
      const { items } = resolve(schema);
      for (const item of value) this.add((items ?? {}) as JsonSchema, item);
      return;
    }
    if (!isObject(value)) return;
    const component = String(schema['$ref']).split('/').at(-1) ?? '';
    const resource = resourceOfComponent.get(component);
    if (resource !== undefined) this.#addResource(resource, value);
    for (const shape of shapesOf(schema)) {
      const properties = (shape['properties'] ?? {}) as Record<string, JsonSchema>;
      if (!hasTagsOf(properties, value)) continue;
      for (const [key, item] of Object.entries(value)) this.add(properties[key] ?? {}, item);
    }
  }

  #addResource(name: string, value: object): void {
    this.#addFields(name, interfaceResources[name]?.fields ?? {}, value);
  }

  #addFields(at: string, fields: Fields, value: object): void {
    const values = value as Record<string, unknown>;
    for (const [name, field] of Object.entries(fields)) {
      this.#addField(`${at}.${name}`, field, values[name]);
    }
  }

  #addField(place: string, field: InterfaceField, value: unknown): void {
    if (value === undefined || (value === null && field.nullable)) return;
    this.places.add(place);
    const type = typeOf(value);
    if (field.type !== 'any' && type !== jsonTypeOf(field))
      this.wrongTypes.add(`${place} is ${type}`);
    if (Array.isArray(value)) {
      for (const item of value) if (field.items) this.#addField(`${place}[]`, field.items, item);
    } else if (isObject(value)) {
      if (field.ref !== undefined) this.#addResource(field.ref, value);
      this.#addFields(place, field.fields ?? {}, value);
    }
  }
}

/** Returns every field of the interface's resources, named as in `SeenFields`. */
export function everyField(): string[] {
  return Object.entries(interfaceResources).flatMap(([name, { fields }]) => [
    ...placesOf(name, fields),
  ]);
}

function* placesOf(at: string, fields: Fields): Iterable<string> {
  for (const [name, field] of Object.entries(fields)) yield* placesOfField(`${at}.${name}`, field);
}

function* placesOfField(place: string, field: InterfaceField): Iterable<string> {
  yield place;
  if (field.items) yield* placesOfField(`${place}[]`, field.items);
  yield* placesOf(place, field.fields ?? {});
}

/** Checks whether a value has the constants of a shape. */
function hasTagsOf(
  properties: Readonly<Record<string, JsonSchema>>,
  value: Record<string, unknown>,
): boolean {
  return Object.entries(properties).every(
    ([name, schema]) => schema['const'] === undefined || schema['const'] === value[name],
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
