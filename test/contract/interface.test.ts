import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../src/rest/options.ts';
import { openApi, type Operation, type Parameter } from '../support/open-api.ts';
import { resolve } from '../support/json-schemas.ts';
import { constraintsOf } from './constraints.ts';

/** An operation as the interface states it. */
interface InterfaceOperation {
  id: string;
  family: string;
  method: string;
  path: string;
  query: Record<string, JsonSchema & { required?: boolean }>;
  body: JsonSchema | null;
  success: number;
  /** What is wrong, by status. */
  errors: Record<string, string>;
}

const fixture = new URL('../fixtures/interface/operations.json', import.meta.url);
const operations = JSON.parse(readFileSync(fixture, 'utf8')) as InterfaceOperation[];

/** Families that `/v1` does not serve yet. */
const familiesNotServed = new Set<string>();

/** Operations that are not served yet, of families that are. */
const operationsNotServed = new Set<string>();

/** Fields that null clears beyond the interface: else they could be set, and never taken back. */
const clearable: Readonly<Record<string, readonly string[]>> = {
  updateCollectionById: ['description'],
  updateOrganizationById: ['hostname'],
  updateOrganizationSAMLProvider: ['entityID', 'certificate', 'ssoURL', 'defaultTeam'],
  updateSiteById: ['basename'],
  updateSpaceById: ['language'],
};

const served = operations.flatMap((operation) => {
  const found = findOperation(operation);
  return found ? [{ ...operation, found }] : [];
});

function findOperation({ method, path }: InterfaceOperation): Operation | undefined {
  const bare = (text: string) => text.replaceAll(/\{\w+\}/g, '{}');
  const [, operationsAtPath] =
    Object.entries(openApi.paths).find(([candidate]) => bare(candidate) === bare(path)) ?? [];
  return operationsAtPath?.[method.toLowerCase()];
}

function isWaitedFor({ id, family }: InterfaceOperation): boolean {
  return familiesNotServed.has(family) || operationsNotServed.has(id);
}

describe('the interface', () => {
  it('is served, but for the operations that are listed as not served yet', () => {
    const missing = operations.filter((operation) => !findOperation(operation));
    expect(missing.filter((operation) => !isWaitedFor(operation)).map(({ id }) => id)).toEqual([]);
  });

  it('lists no operation as not served that is', () => {
    expect(served.filter((operation) => isWaitedFor(operation)).map(({ id }) => id)).toEqual([]);
  });
});

describe.each(served)('$id', ({ id, found, query, body, success, errors }) => {
  it('has the operation id of the interface', () => {
    expect(found.operationId).toBe(id);
  });

  it(`answers ${success}, and the errors of the interface`, () => {
    const statuses = Object.keys(found.responses);
    expect(statuses.filter((status) => status.startsWith('2'))).toEqual([String(success)]);
    expect(statuses).toEqual(expect.arrayContaining(Object.keys(errors)));
  });

  it('takes the query parameters of the interface, with the same limits and defaults', () => {
    const parameters = found.parameters.filter(
      (parameter): parameter is Parameter => 'in' in parameter && parameter.in === 'query',
    );
    const ours = Object.fromEntries(
      parameters.map(({ name, schema, required = false }) => [
        name,
        { required, constraints: constraintsOf(schema) },
      ]),
    );
    for (const [name, { required = false, ...schema }] of Object.entries(query)) {
      expect(ours, `the query parameter ${name}`).toMatchObject({
        [name]: { required, constraints: constraintsOf(schema) },
      });
    }
  });

  it('takes the body of the interface, with the same limits', () => {
    const ours = found.requestBody?.content?.['application/json'].schema;
    const { properties = {}, required = [] } = (body ?? {}) as {
      properties?: Record<string, JsonSchema>;
      required?: string[];
    };
    const { properties: ourProperties = {}, required: ourRequired = [] } = resolve(ours ?? {}) as {
      properties?: Record<string, JsonSchema>;
      required?: string[];
    };
    expect(ourRequired).toEqual(expect.arrayContaining(required));
    for (const [name, schema] of Object.entries(properties)) {
      expect(Object.keys(ourProperties)).toContain(name);
      const isClearable = clearable[id]?.includes(name) ?? false;
      const expected = isClearable ? { anyOf: [schema, { type: 'null' }] } : schema;
      expect(constraintsOf(ourProperties[name] ?? {}), `the field ${name}`).toMatchObject(
        constraintsOf(expected),
      );
    }
  });
});
