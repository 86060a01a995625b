import type { JsonObject } from '../../../src/features/openapi-specs/documents/json-value.ts';

/** A small specification of pets, with what differs. */
export function petStore(changes: JsonObject = {}): JsonObject {
  return {
    openapi: '3.1.0',
    info: { title: 'Pet store', version: '1.0.0', description: 'Sells **pets**.' },
    tags: [{ name: 'pets', description: 'All about pets.' }],
    paths: {
      '/pets/{petId}': {
        get: {
          ...{ tags: ['pets'], operationId: 'getPet', summary: 'Read a pet' },
          description: 'Answers a quokka, most of the time.',
          parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'string' } }],
          responses: {
            200: {
              description: 'The pet.',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Pet: {
          ...{ type: 'object', description: 'An animal of the store.' },
          properties: { name: { type: 'string' }, mother: { $ref: '#/components/schemas/Pet' } },
        },
      },
    },
    ...changes,
  };
}

/**
 * A large specification: each model refers to the next and to one before, so that all of them are
 * one cycle, and each operation to two of them.
 *
 * @param count of operations, and of models
 */
export function largeSpec(count: number): JsonObject {
  const schemas: JsonObject = {};
  const paths: JsonObject = {};
  const schema = (index: number) => ({ $ref: `#/components/schemas/Model${index % count}` });
  for (let index = 0; index < count; index += 1) {
    schemas[`Model${index}`] = {
      ...{ type: 'object', description: `Thing number ${index} of the catalogue.` },
      properties: {
        id: { type: 'string', format: 'uuid' },
        next: schema(index + 1),
        near: { type: 'array', items: schema(index * 7) },
      },
    };
    paths[`/things${index}/{id}`] = {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      put: {
        ...{ tags: [`group ${index % 40}`], operationId: `putThing${index}` },
        requestBody: { content: { 'application/json': { schema: schema(index) } } },
        responses: {
          200: {
            description: 'ok',
            content: { 'application/json': { schema: schema(index + 1) } },
          },
        },
      },
    };
  }
  return {
    ...{ openapi: '3.0.3', info: { title: 'Catalogue', version: '1' } },
    ...{ paths, components: { schemas } },
  };
}
