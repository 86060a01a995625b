import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../src/rest/options.ts';
import { openApi } from '../support/open-api.ts';
import {
  componentNameOf,
  interfaceResources,
  jsonTypeOf,
  type InterfaceField,
} from '../support/interface-resources.ts';
import { shapesOf } from '../support/json-schemas.ts';
import { constraintsOf } from './constraints.ts';

/** Fields that wait for what they are of. */
const fieldsNotServed = new Set<string>();

/** People whose account is gone are left out of what they did. */
const goneWithAccount = /\.(createdBy|postedBy|reactions\[\]\.users\[\]\.user)$/;

/** The address for logins is a URI or missing: a pending provider has none yet. */
const missingWhilePending = /^SAMLProvider\.ssoURL$/;

/** Documents have a schema of their own; pages are of several kinds, which their tests know. */
const describedElsewhere = new Set(['JSONDocument', 'Page', 'Revision']);

const served = Object.entries(interfaceResources).filter(([name]) => !describedElsewhere.has(name));

/** What is wrong with a property, by its place; null stands where the interface leaves it open. */
function* problems(at: string, field: InterfaceField, given: JsonSchema): Iterable<string> {
  const { types, values } = constraintsOf(given);
  const expected = jsonTypeOf(field);
  // A schema of any of several objects lists no type of its own.
  if (!types.includes(expected)) yield `${at} is ${types.join(' or ')}, not ${expected}`;
  // What need not be there is left out where it is null.
  const isNull = field.nullable && field.required;
  if (isNull && !types.includes('null')) yield `${at} cannot be null`;
  const known = (field.enum ?? []).filter((value) => !(values as string[]).includes(value));
  if (known.length > 0) yield `${at} does not know ${known.join(', ')}`;
  if (field.items) yield* problems(`${at}[]`, field.items, itemsOf(given));
  if (field.fields) yield* problemsOfFields(at, field.fields, given);
}

/** What the items of a list are, of all its shapes where it has several. */
function itemsOf(given: JsonSchema): JsonSchema {
  return { anyOf: shapesOf(given).map((shape) => (shape['items'] ?? {}) as JsonSchema) };
}

function* problemsOfFields(
  at: string,
  fields: Record<string, InterfaceField>,
  given: JsonSchema,
): Iterable<string> {
  const shapes = shapesOf(given).filter((shape) => shape['properties']);
  for (const [name, field] of Object.entries(fields)) {
    const place = `${at}.${name}`;
    if (fieldsNotServed.has(place)) continue;
    const having = shapes.filter((shape) => Object.hasOwn(shape['properties'] as object, name));
    const [shape] = having;
    if (!shape) {
      yield `${place} is missing`;
      continue;
    }
    const isAlways = having.every((each) => (each['required'] as string[])?.includes(name));
    const isOptional = goneWithAccount.test(place) || missingWhilePending.test(place);
    if (field.required && !isAlways && !isOptional) yield `${place} is not always there`;
    const properties = having.map(
      (each) => (each['properties'] as Record<string, JsonSchema>)[name],
    );
    yield* problems(
      place,
      field,
      properties.length === 1 ? (properties[0] ?? {}) : { anyOf: properties },
    );
  }
}

describe('the resources of the interface', () => {
  it.each(served)('%s has every field, of the same type', (name, { object, fields }) => {
    const component = openApi.components.schemas[componentNameOf(name)];
    expect(component, name).toBeDefined();
    const { object: tag, ...others } = fields;
    const properties = component?.['properties'] as Record<string, JsonSchema> | undefined;
    if (tag) expect(properties?.['object']).toMatchObject({ const: object });
    expect([...problemsOfFields(name, others, component ?? {})]).toEqual([]);
  });
});
