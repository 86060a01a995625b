import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  type GraphQLNamedType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/schema.ts';

interface Described {
  description?: string | null | undefined;
}

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

/** Everything of a type that a reader of the schema meets, by its coordinate. */
function* describedParts(type: GraphQLNamedType): Iterable<[coordinate: string, part: Described]> {
  yield [type.name, type];
  if (isEnumType(type)) {
    for (const value of type.getValues()) yield [`${type.name}.${value.name}`, value];
  } else if (isInputObjectType(type)) {
    for (const field of Object.values(type.getFields()))
      yield [`${type.name}.${field.name}`, field];
  } else if (isObjectType(type) || isInterfaceType(type)) {
    for (const field of Object.values(type.getFields())) {
      yield [`${type.name}.${field.name}`, field];
      for (const arg of field.args) yield [`${type.name}.${field.name}(${arg.name}:)`, arg];
    }
  }
}

const parts = types.flatMap((type) => [...describedParts(type)]);
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
const connections = types.filter(
  (type) => isObjectType(type) && type.name.endsWith('Connection'),
) as Extract<GraphQLNamedType, { getFields: unknown }>[];

describe('the schema explains itself', () => {
  it('describes every type, field, argument and value in sentences', () => {
    const wrong = parts.filter(
      ([, { description }]) => !/^[\p{Lu}`][^]*\.$/u.test(description?.trim() ?? ''),
    );
    expect(wrong.map(([coordinate, part]) => `${coordinate}: ${part.description}`)).toEqual([]);
  });

  it('gives a reason and a date for everything that is deprecated', () => {
    const reasons = types.flatMap((type) =>
      'getFields' in type
        ? Object.values(type.getFields()).flatMap((field) => field.deprecationReason ?? [])
        : [],
    );
    expect(reasons.filter((reason) => !/\d{4}-\d{2}-\d{2}/.test(reason))).toEqual([]);
  });
});

describe('mutations follow one convention', () => {
  it('are named by a verb and a noun', () => {
    const wrong = mutations.filter(({ name }) => !/^[a-z]+[A-Z]\w+$/.test(name));
    expect(wrong.map(({ name }) => name)).toEqual([]);
    expect(mutations.length).toBeGreaterThan(0);
  });

  it('take one input, which is required, and answer with a payload of their own', () => {
    for (const { name, args, type } of mutations) {
      const capitalized = `${name[0]?.toUpperCase()}${name.slice(1)}`;
      expect(
        args.map((arg) => `${arg.name}: ${String(arg.type)}`),
        name,
      ).toEqual([`input: ${capitalized}Input!`]);
      expect(isNonNullType(type), name).toBe(true);
      expect(getNamedType(type).name, name).toBe(`${capitalized}Payload`);
    }
  });
});

describe('connections follow one convention', () => {
  it('have edges, nodes, the place of the page and the count of the whole', () => {
    expect(connections.length).toBeGreaterThan(0);
    for (const connection of connections) {
      const fields = Object.values(connection.getFields()).map(
        (field) => `${field.name}: ${String(field.type)}`,
      );
      const noun = connection.name.replace(/Connection$/, '');
      expect(fields, connection.name).toEqual(
        expect.arrayContaining([
          `edges: [${noun}Edge!]!`,
          expect.stringMatching(/^nodes: \[\w+!\]!$/),
          'pageInfo: PageInfo!',
          'totalCount: Int!',
        ]),
      );
    }
  });

  it('can be read from both ends', () => {
    const fields = types.flatMap((type) =>
      isObjectType(type) ? Object.values(type.getFields()) : [],
    );
    const lists = fields.filter(({ type }) => getNamedType(type).name.endsWith('Connection'));
    for (const { name, args } of lists) {
      expect(
        args.map((arg) => `${arg.name}: ${String(arg.type)}`),
        name,
      ).toEqual(
        expect.arrayContaining(['first: Int', 'after: String', 'last: Int', 'before: String']),
      );
    }
  });
});
