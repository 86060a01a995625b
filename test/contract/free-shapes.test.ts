import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../src/rest/options.ts';
import { openApi } from '../support/open-api.ts';

/** Values whose shape others decide, by their places in the document, and who that is. */
const freeShapes: Readonly<Record<string, string>> = {
  'ComputeDocumentBody.source.dependencies.spec.value': 'It is not read.',
  'ComputeRevisionBody.source.dependencies.spec.value': 'It is not read.',
  'ComputeRevisionBody.source.dependencies.translation.value': 'It is not read.',
  'DocumentBlockIntegration.data.action{}': 'An integration says what a click does.',
  'DocumentBlockIntegration.data.props{}': 'An integration says what its block takes.',
  'OpenAPIFiles{}': 'Whoever writes a specification says what its files hold.',
  'SiteVisitorInput.unsignedClaims{}': 'The backend of a site says what it knows of visitors.',
};

/** Refers to an object of any shape. */
const anyObject = '#/components/schemas/JSONObject';

/** Keywords that say what a value is. */
const describing = ['$ref', 'type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf'];

/** Keywords that hold further schemas, by what stands for them in a place. */
const nested = { items: '[]', additionalProperties: '{}', contentSchema: '' } as const;

/** The places below a schema where a value may be anything. */
function* freePlaces(schema: unknown, place: string): Iterable<string> {
  if (schema === true || (isObject(schema) && !describing.some((key) => key in schema))) {
    yield place;
    return;
  }
  if (!isObject(schema)) return;
  if (schema['$ref'] === anyObject) yield `${place}{}`;
  const { properties, type, additionalProperties } = schema;
  if (type === 'array' && !('items' in schema)) yield `${place}[]`;
  const isOpen = type === 'object' && !properties && additionalProperties === undefined;
  if (isOpen && schema['maxProperties'] !== 0) yield `${place}{}`;
  for (const [name, property] of Object.entries(properties ?? {})) {
    yield* freePlaces(property, `${place}.${name}`);
  }
  for (const [keyword, mark] of Object.entries(nested)) {
    if (keyword in schema) yield* freePlaces(schema[keyword], `${place}${mark}`);
  }
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
    for (const branch of (schema[keyword] ?? []) as JsonSchema[]) yield* freePlaces(branch, place);
  }
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null;
}

/** Every schema of the document that is no part of another one, by its place. */
function* schemasOf({ paths, components }: typeof openApi): Iterable<[string, JsonSchema]> {
  const { JSONObject: _, ...schemas } = components.schemas;
  yield* Object.entries(schemas);
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { parameters, requestBody, responses }] of Object.entries(methods)) {
      const place = `${method.toUpperCase()} ${path}`;
      for (const parameter of parameters) {
        if ('name' in parameter) yield [`${place} ${parameter.name}`, parameter.schema];
      }
      for (const { content } of [
        ...Object.values(responses),
        ...(requestBody ? [requestBody] : []),
      ]) {
        if (content) yield [place, content['application/json'].schema];
      }
    }
  }
}

function allFreePlaces(document: typeof openApi): string[] {
  return [
    ...new Set(
      [...schemasOf(document)].flatMap(([place, schema]) => [...freePlaces(schema, place)]),
    ),
  ];
}

describe('the schemas of the OpenAPI document', () => {
  it('say what every value is, but for those whose shape others decide', () => {
    expect(allFreePlaces(openApi).toSorted()).toEqual(Object.keys(freeShapes));
  });

  it('would be found wrong by this test: one without a type is', () => {
    const schemas = {
      ...openApi.components.schemas,
      Site: { type: 'object', properties: { a: {} } },
    };
    const flawed = { ...openApi, components: { ...openApi.components, schemas } };
    expect(allFreePlaces(flawed)).toContain('Site.a');
  });

  it.each([
    ['DocumentPage', 'pages', 'PageTree'],
    ['PageGroup', 'pages', 'PageTree'],
    ['Revision', 'pages', 'PageTree'],
    ['Revision', 'files', 'RevisionFiles'],
    ['Revision', 'reusableContents', 'RevisionReusableContents'],
    ['PageDocument', 'nodes', 'DocumentBlocks'],
    ['PageEdited', 'attributes', 'ChangedAttributes'],
  ])('refer to the component of %s.%s', (component, property, expected) => {
    const { properties } = openApi.components.schemas[component] as {
      properties: Record<string, JsonSchema>;
    };
    expect(properties[property]?.['$ref']).toBe(`#/components/schemas/${expected}`);
  });

  it.each([
    ['PageTree', 'Page'],
    ['RevisionFiles', 'File'],
    ['RevisionReusableContents', 'ReusableContent'],
    ['DocumentBlocks', 'DocumentBlock'],
  ])('list in %s what is a %s', (list, item) => {
    const { items } = openApi.components.schemas[list] ?? {};
    expect(JSON.stringify(items)).toContain(`"#/components/schemas/${item}"`);
  });
});
