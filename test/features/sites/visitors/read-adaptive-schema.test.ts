import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AdaptiveSchemaError } from '../../../../src/features/sites/visitors/adaptive-schema-rules.ts';
import { readAdaptiveSchema } from '../../../../src/features/sites/visitors/read-adaptive-schema.ts';
import {
  claimOf,
  templateConditions,
} from '../../../../src/features/sites/visitors/template-conditions.ts';
import { conditionHolds } from '../../../../src/lib/conditions/evaluate-condition.ts';
import { readClaims } from '../../../../src/lib/conditions/read-claims.ts';
import { parseCondition } from '../../../../src/lib/conditions/parse-condition.ts';
import { lawCount } from '../../../support/law-count.ts';

type Json = Record<string, unknown>;

const schemaOf = (properties: unknown, more: Json = {}) => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
});

const flag = { type: 'boolean', description: 'Whether.' };
const nested = (depth: number): Json =>
  depth === 0 ? flag : { ...schemaOf({ in: nested(depth - 1) }), description: 'What is in it.' };

const everything = schemaOf({
  isBeta: flag,
  name: { type: 'string', description: 'The name.' },
  age: { type: 'number', description: 'The age.' },
  plan: { type: 'string', enum: ['pro', 'free "trial"'], description: 'The plan' },
  roles: {
    type: 'array',
    description: 'The roles',
    items: { type: 'string', enum: ['admin'], description: 'A role.' },
  },
  tags: {
    type: 'array',
    description: 'The tags.',
    items: { type: 'string', description: 'A tag.' },
  },
  'work address': {
    ...schemaOf({ in: { type: 'string', description: 'The country.' } }),
    description: 'Where.',
  },
  unsigned: {
    ...schemaOf({ isNew: flag }),
    description: 'Unsigned claims of the site visitor.',
  },
});

describe('an adaptive schema', () => {
  it('tells its attributes, in order, each with how conditions name it', () => {
    const attributes = readAdaptiveSchema(everything);
    expect(attributes.map(({ path, type }) => [claimOf(path), type])).toEqual([
      ['visitor.claims.isBeta', 'boolean'],
      ['visitor.claims.name', 'string'],
      ['visitor.claims.age', 'number'],
      ['visitor.claims.plan', 'enum'],
      ['visitor.claims.roles', 'array'],
      ['visitor.claims.tags', 'array'],
      ['visitor.claims["work address"]', 'object'],
      ['visitor.claims["work address"]["in"]', 'string'],
      ['visitor.claims.unsigned.isNew', 'boolean'],
    ]);
    expect(attributes[4]).toMatchObject({ itemType: 'enum', values: ['admin'] });
  });

  it('suggests conditions that hold for those of whom they say so, and for nobody else', () => {
    const suggested = templateConditions(readAdaptiveSchema(everything));
    expect(suggested).toEqual([
      { description: 'Whether.', condition: 'visitor.claims.isBeta' },
      { description: 'The name: not empty', condition: 'size(visitor.claims.name) > 0' },
      { description: 'The age: more than 0', condition: 'visitor.claims.age > 0' },
      { description: 'The plan: pro', condition: 'visitor.claims.plan == "pro"' },
      {
        description: 'The plan: free "trial"',
        condition: 'visitor.claims.plan == "free \\"trial\\""',
      },
      { description: 'The roles: admin', condition: '"admin" in visitor.claims.roles' },
      { description: 'The tags: not empty', condition: 'size(visitor.claims.tags) > 0' },
      {
        description: 'The country: not empty',
        condition: 'size(visitor.claims["work address"]["in"]) > 0',
      },
      { description: 'Whether.', condition: 'visitor.claims.unsigned.isNew' },
    ]);
    const outcomes = (claims: Json) =>
      suggested.map(({ condition }) => conditionHolds(condition, { claims: readClaims(claims) }));
    const known = {
      ...{ isBeta: true, name: 'Ann', age: 0.5, plan: 'pro', roles: ['admin'], tags: ['x'] },
      ...{ 'work address': { in: 'FR' }, unsigned: { isNew: true } },
    };
    expect(outcomes(known)).toEqual([true, true, true, true, false, true, true, true, true]);
    expect(outcomes({ plan: 'free "trial"' }).indexOf(true)).toBe(4);
    const others = [
      {},
      { isBeta: false, name: '', age: 0, plan: '', roles: ['owner'], tags: [] },
      { isBeta: 'true', name: null, age: '3', plan: ['pro'], roles: 'admin', tags: 3 },
      { isBeta: 1, name: 5, age: true, plan: null, roles: null, tags: null, unsigned: [] },
      { isBeta: null, name: true, age: null, 'work address': 'FR', unsigned: { isNew: 'yes' } },
    ];
    for (const claims of others) expect(outcomes(claims)).not.toContain(true);
  });

  it('suggests conditions that parse for any names and values', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(text, fc.uniqueArray(text, { minLength: 1, maxLength: 5 }), (name, values) => {
        const attribute = { type: 'string', enum: values, description: 'Any.' };
        let attributes;
        try {
          attributes = readAdaptiveSchema(schemaOf(Object.fromEntries([[name, attribute]])));
        } catch (error) {
          if (error instanceof AdaptiveSchemaError) return;
          throw error;
        }
        for (const { condition } of templateConditions(attributes)) parseCondition(condition);
      }),
      { numRuns: lawCount(300) },
    );
  });

  const place = '/properties/x';
  it.each([
    [{}, 'must have a "type"'],
    [schemaOf({}, { additionalProperties: true }), '/additionalProperties, which must be false'],
    [schemaOf({}, { type: 'array' }), '/type, which must be "object"'],
    [schemaOf([]), '/properties, which must be object'],
    [schemaOf({}, { title: 'x' }), '/title, which is not a keyword of adaptive schemas'],
    [schemaOf({}, { $schema: 'http://json-schema.org/draft-04/schema#' }), '/$schema, which must'],
    [schemaOf({ x: true }), `${place}, which must be an object`],
    [schemaOf({ x: { type: 'boolean' } }), `${place}, which must have a "description"`],
    [schemaOf({ x: { ...flag, description: 1 } }), `${place}/description, which must be string`],
    [schemaOf({ x: { ...flag, type: 'flag' } }), `${place}/type, which must be equal to one of`],
    [schemaOf({ x: { ...flag, type: 'integer' } }), `${place}/type, which must be "boolean"`],
    [schemaOf({ x: { ...flag, type: ['boolean', 'null'] } }), `${place}/type, which must be`],
    [schemaOf({ x: { ...flag, enum: [true] } }), `${place}/enum, which is not a keyword`],
    [schemaOf({ x: { ...flag, $ref: '#' } }), `${place}/$ref, which is not a keyword`],
    [schemaOf({ x: { ...flag, type: 'string', pattern: '(a+)+$' } }), `${place}/pattern, which is`],
    [schemaOf({ x: { ...flag, type: 'string', enum: [] } }), `${place}/enum, which must`],
    [schemaOf({ x: { ...flag, type: 'string', enum: [1] } }), `${place}/enum/0, which must be a`],
    [
      schemaOf({ x: { ...flag, type: 'string', enum: ['a', 'b', 'a'] } }),
      `${place}/enum, which must NOT have duplicate items`,
    ],
    [
      schemaOf({ x: { ...flag, type: 'string', enum: [...Array(51).keys()].map(String) } }),
      `${place}/enum, which must be a list of 1 to 50 texts`,
    ],
    [
      schemaOf({ x: { ...flag, type: 'string', enum: ['x'.repeat(101)] } }),
      `${place}/enum/0, which must have at most 100 characters`,
    ],
    [schemaOf({ x: { ...flag, type: 'array' } }), `${place}, which must have a "items"`],
    [
      schemaOf({ x: { ...flag, type: 'array', items: { ...flag, type: 'array', items: flag } } }),
      `${place}/items/type, which must be "boolean"`,
    ],
    [
      schemaOf({ x: { ...flag, type: 'array', items: { type: 'string' } } }),
      `${place}/items, which must have a "description"`,
    ],
    [
      schemaOf({ 'a/b~c': { type: 'boolean' } }),
      '/properties/a~1b~0c, which must have a "description"',
    ],
    [schemaOf({ ['x'.repeat(65)]: flag }), 'which must have at most 64 characters'],
    [schemaOf({ 'a\nb': flag }), 'which must have no control characters'],
    [schemaOf({ '': flag }), '/properties/, which must have a name'],
    [schemaOf({ constructor: flag }), '/properties/constructor, which has a name that is reserved'],
    [
      JSON.parse(`{"type":"object","additionalProperties":false,"properties":{"__proto__":{}}}`),
      '/properties/__proto__, which has a name that is reserved',
    ],
    [
      schemaOf({ unsigned: { ...schemaOf({}), description: 'Mine.' } }),
      '/properties/unsigned/description, which must be "Unsigned claims of the site visitor."',
    ],
    [schemaOf({ unsigned: flag }), '/properties/unsigned, which must have a "properties"'],
    [schemaOf({ x: nested(6) }), '/in, which is nested in more than 5 levels'],
    [
      schemaOf(Object.fromEntries([...Array(201).keys()].map((key) => [`a${key}`, flag]))),
      'must have at most 200 attributes',
    ],
  ])('cannot be %j', (schema, problem) => {
    expect(() => readAdaptiveSchema(schema)).toThrow(AdaptiveSchemaError);
    expect(() => readAdaptiveSchema(schema)).toThrow(problem);
  });

  it.each([
    ['deep', JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`), 'at most 32 levels'],
    ['deep in objects', schemaOf({ x: nested(3000) }), 'at most 32 levels'],
    ['long', schemaOf({ x: { ...flag, enum: Array(100_000).fill('x') } }), 'at most 300 entries'],
    ['large', schemaOf({ x: { ...flag, description: 'x'.repeat(65_536) } }), 'at most 65536 bytes'],
    [
      'wide',
      schemaOf(Object.fromEntries([...Array(9999).keys()].map((k) => [k, 1]))),
      'at most 300',
    ],
  ])('that is too %s is refused before it is looked at', (_, schema, problem) => {
    expect(() => readAdaptiveSchema(schema)).toThrow(problem);
  });
});
