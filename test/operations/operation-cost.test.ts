import fc from 'fast-check';
import {
  buildSchema,
  getIntrospectionQuery,
  getOperationAST,
  parse,
  type OperationDefinitionNode,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { operationCost, readOperationVariables } from '../../src/operations/operation-cost.ts';
import { factsOf } from '../../src/operations/operation-facts.ts';

const schema = buildSchema(`
  type Query { shelf: Shelf, book(id: ID!): Book, things: [Thing!]! }
  type Shelf {
    name: String!
    books(first: Int = 30): [Book!]!
    maps(first: Int, last: Int): [Map!]!
  }
  interface Thing { id: ID! }
  type Book implements Thing { id: ID!, shelf: Shelf!, price: Int! }
  type Map implements Thing { id: ID!, scale: Int! }
`);

/** A page costs as many of its rows as it asks for; a price has its own cost. */
function declare(type: 'Shelf' | 'Book', field: string, complexity: unknown): void {
  const declared = (schema.getType(type) as ReturnType<typeof schema.getQueryType>)?.getFields();
  const extensions = declared?.[field]?.extensions as Record<string, unknown>;
  extensions['complexity'] = complexity;
}
declare('Shelf', 'books', ({ first }: { first: number }) => ({ field: 1, multiplier: first }));
declare('Shelf', 'maps', ({ first, last }: { first?: number; last?: number }) => ({
  field: 1,
  multiplier: first ?? last ?? 9,
}));
declare('Book', 'price', 7);

function costOf(text: string, variables: Record<string, unknown> = {}, name?: string) {
  const document = parse(text);
  const operation = getOperationAST(document, name);
  if (!operation) throw new Error('There is no such operation.');
  const read = readOperationVariables(schema, operation, variables);
  if ('errors' in read) throw new Error('The variables do not fit.');
  const { cost, depth } = operationCost(schema, document, operation, read.coerced);
  return { cost, depth };
}

describe('the cost of an operation', () => {
  it('counts each field, and those of a page as often as it has rows', () => {
    expect(costOf('{ shelf { name } }')).toEqual({ cost: 2, depth: 2 });
    expect(costOf('{ shelf { books(first: 10) { id price } } }')).toEqual({ cost: 82, depth: 3 });
    const nested = '{ shelf { books(first: 10) { shelf { books(first: 10) { id } } } } }';
    expect(costOf(nested)).toEqual({ cost: 1 + 1 + 10 * (1 + 1 + 10), depth: 5 });
  });

  it('knows the size of a page from variables, their defaults and those of the schema', () => {
    const text = 'query ($n: Int = 50) { shelf { books(first: $n) { id } } }';
    expect(costOf(text, { n: 7 }).cost).toBe(9);
    expect(costOf(text).cost).toBe(52);
    expect(costOf('query ($n: Int) { shelf { books(first: $n) { id } } }').cost).toBe(32);
    expect(costOf('{ shelf { books { id } } }').cost).toBe(32);
  });

  it('is not lowered by a page of a negative size', () => {
    const text = '{ shelf { a: books(first: -1000) { id } b: books(first: 100) { id } } }';
    expect(costOf(text).cost).toBe(1 + 1 + 1 + 100);
  });

  it('counts what fragments spread, however often and wherever', () => {
    const text = `
      { shelf { ...S ... on Shelf { name } } things { id ... on Book { price } } }
      fragment S on Shelf { name books(first: 2) { ...B } }
      fragment B on Book { id price }`;
    expect(costOf(text).cost).toBe(1 + 1 + 1 + 2 * 8 + 1 + 1 + 1 + 7);
  });

  it('counts of fragments on several types only the dearest, as an object is of one type', () => {
    const text =
      '{ things { id ... on Book { price } ... on Map { scale } ...M } } fragment M on Map { scale }';
    expect(costOf(text).cost).toBe(1 + 1 + 7);
    const twice =
      '{ things { ... on Book { price } ... on Map { scale } ... on Book { b: price } } }';
    expect(costOf(twice).cost).toBe(1 + 7 + 7);
  });

  it('is that of the selected operation, whatever else the document holds', () => {
    const text =
      'query Small { shelf { name } } query Large { shelf { books(first: 900) { id } } }';
    expect(costOf(text, {}, 'Small').cost).toBe(2);
    expect(costOf(text, {}, 'Large').cost).toBe(902);
  });

  it('is counted in linear time when every fragment spreads another twice', () => {
    const fragments = Array.from(
      { length: 60 },
      (_, n) => `fragment F${n} on Shelf { a${n}: name ...F${n + 1} ...F${n + 1} }`,
    );
    const text = `{ shelf { ...F0 } } ${fragments.join(' ')} fragment F60 on Shelf { name }`;
    // 2^60 spreads would not end; their cost is known all the same.
    expect(costOf(text).cost).toBe(1 + (2 ** 61 - 1));
  });

  it('counts introspection too, whose lists nest and can be asked for again and again', () => {
    const fields = (below: string) =>
      Array.from({ length: 20 }, (_, n) => `f${n}: fields { ${below} }`);
    const twice = fields(`type { ${fields('name').join(' ')} }`).join(' ');
    const types = Object.keys(schema.getTypeMap()).length;
    const each = 15;
    expect(costOf('{ __schema { types { name } } }').cost).toBe(1 + each + types * each);
    expect(costOf(`{ __schema { types { ${twice} } } }`).cost).toBeGreaterThan(types * 20 * each);
    const standard = costOf(getIntrospectionQuery()).cost;
    const aliases = Array.from({ length: 10 }, (_, n) => `t${n}: types { fields { name } }`);
    expect(costOf(`{ __schema { ${aliases.join(' ')} } }`).cost).toBeGreaterThan(standard / 2);
  });

  it('does not depend on the variables that the same document was run with before', () => {
    const document = parse(`query ($first: Int, $last: Int, $size: Int = 40, $id: ID = "a") {
      book(id: $id) { shelf { maps(first: $first, last: $last) { id } books(first: $size) { id } } }
    }`);
    const facts = factsOf(schema, document, null);
    const size = fc.option(fc.nat(4), { nil: undefined });
    const values = fc.record({ first: size, last: size, size, id: fc.string() });
    const law = fc.property(fc.array(values, { maxLength: 30 }), (runs) => {
      for (const { id, ...sizes } of runs) {
        // A variable that was not sent is not among the coerced ones.
        const sent = Object.entries(sizes).filter(([, value]) => value !== undefined);
        const { coerced } = readOperationVariables(
          schema,
          facts?.operation as OperationDefinitionNode,
          { id, ...Object.fromEntries(sent) },
        ) as { coerced: Record<string, unknown> };
        const { first, last, size: books = 40 } = sizes;
        expect(facts?.cost(coerced).cost).toBe(4 + (first ?? last ?? 9) + books);
      }
    });
    fc.assert(law);
  });

  it('leaves arguments that do not fit to the execution', () => {
    expect(costOf('{ shelf { books(first: "x") { id } } }').cost).toBe(3);
  });
});
