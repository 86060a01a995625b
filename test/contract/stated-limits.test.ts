import {
  getNamedType,
  GRAPHQL_MAX_INT,
  isInputObjectType,
  type GraphQLInputObjectType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../src/rest/options.ts';
import { schema } from '../../src/schema.ts';
import { openApi, routes } from '../support/open-api.ts';
import { resolve } from '../support/json-schemas.ts';

/** Keywords of limits, which a caller of the graph has to know, too. */
const limits = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum', 'pattern'];

/** A limit of something in a body, and the way to it. */
interface Limit {
  way: string[];
  keyword: string;
  value: unknown;
}

function* limitsIn(given: JsonSchema, way: string[] = [], seen: string[] = []): Iterable<Limit> {
  const reference = given['$ref'];
  if (typeof reference === 'string' && seen.includes(reference)) return;
  const known = typeof reference === 'string' ? [...seen, reference] : seen;
  const part = resolve(given);
  for (const keyword of limits) {
    const value = part[keyword];
    // A length of at least 0 says nothing, nor does the range of `Int`. Formats have own patterns.
    if (value === undefined || (keyword.startsWith('min') && value === 0)) continue;
    if (keyword === 'maximum' && value === GRAPHQL_MAX_INT) continue;
    if (keyword === 'pattern' && part['format'] !== undefined) continue;
    yield { way, keyword, value };
  }
  const properties = Object.entries((part['properties'] ?? {}) as Record<string, JsonSchema>);
  for (const [name, property] of properties) yield* limitsIn(property, [...way, name], known);
  const parts = [part['items'], part['anyOf'], part['oneOf']].flat() as (JsonSchema | undefined)[];
  for (const inner of parts) if (inner) yield* limitsIn(inner, way, known);
}

/** All that the graph says of what a way leads to; of the last field that it knows on it. */
function sayingOf(type: GraphQLInputObjectType, [name, ...rest]: readonly string[]): string {
  const field = name === undefined ? undefined : type.getFields()[name];
  const nested = field && getNamedType(field.type);
  if (!field || !isInputObjectType(nested)) return field?.description ?? everything(type);
  return rest.length > 0 ? sayingOf(nested, rest) : `${field.description} ${everything(nested)}`;
}

function everything(type: GraphQLInputObjectType, around: readonly string[] = []): string {
  if (around.includes(type.name)) return '';
  return Object.values(type.getFields())
    .map((field) => {
      const nested = getNamedType(field.type);
      const below = isInputObjectType(nested) ? everything(nested, [...around, type.name]) : '';
      return `${field.description} ${below}`;
    })
    .join(' ');
}

/** Limits that the body of an operation has on `/v1`, and nobody hears of in the graph. */
function unsaid(operationId: string, path: string, method: string): string[] {
  const body = openApi.paths[path]?.[method.toLowerCase()]?.requestBody;
  const bodySchema = body?.content?.['application/json'].schema;
  const mutation = mutationOf(operationId);
  if (!bodySchema || !mutation) return [];
  return [...limitsIn(bodySchema)].flatMap(({ way, keyword, value }) =>
    sayingOf(mutation, way).includes(String(value))
      ? []
      : [`${operationId}: ${way.join('.')} has ${keyword} ${String(value)}`],
  );
}

const mutations = schema.getMutationType()?.getFields() ?? {};

/** The input of the mutation that serves an operation. */
function mutationOf(operationId: string): GraphQLInputObjectType | undefined {
  const serving = Object.values(mutations).find(({ extensions }) =>
    Object.hasOwn((extensions['restField'] as { routes?: object })?.routes ?? {}, operationId),
  );
  const input = serving && getNamedType(serving.args[0]?.type);
  return isInputObjectType(input) ? input : undefined;
}

describe('the limits of bodies', () => {
  const changing = routes.filter(({ method }) => method !== 'GET');

  it('are named by the descriptions in the graph, those of nested inputs too', () => {
    const all = changing.flatMap(({ operationId, path, method }) =>
      unsaid(operationId, path, method),
    );
    expect(all).toEqual([]);
  });

  it('are found by this test: there are limits in lists, in objects and in one of several', () => {
    const ways = changing.flatMap(({ path, method }) => {
      const body = openApi.paths[path]?.[method.toLowerCase()]?.requestBody;
      return [...limitsIn(body?.content?.['application/json'].schema ?? {})];
    });
    expect(ways.some(({ way }) => way.length > 1)).toBe(true);
    expect(ways.length).toBeGreaterThan(50);
  });
});
