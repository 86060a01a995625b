import { asObject, type JsonObject, type JsonValue } from './json-value.ts';

/** Reference in a document to a part of this or another document. */
export interface Reference {
  text: string;
  replace(text: string): void;
}

/** Keywords whose members have user-defined names. */
const namedMembers = new Set([
  ...['$defs', 'callbacks', 'content', 'definitions', 'dependentSchemas', 'encoding', 'headers'],
  ...['links', 'parameters', 'pathItems', 'paths', 'patternProperties', 'properties'],
  ...['requestBodies', 'responses', 'schemas', 'securityDefinitions', 'securitySchemes'],
  ...['variables', 'webhooks'],
]);

/** Keywords whose value is data; a `$ref` in it is not a reference. */
const dataMembers = new Set(['const', 'default', 'enum', 'example', 'value']);

/** Member of an object in a document. */
interface Member {
  name: string;
  value: JsonValue;
  /** Whether its own members have user-defined names. */
  hasNames: boolean;
}

/**
 * Yields the members of an object that are part of the document structure. Data that merely looks
 * alike is excluded.
 *
 * @param hasNames whether the members have user-defined names
 */
export function* partsOf(part: JsonObject, hasNames: boolean): Iterable<Member> {
  for (const [name, value] of Object.entries(part)) {
    const isData = dataMembers.has(name) || name === 'examples' || name.startsWith('x-');
    if (hasNames) yield { name, value, hasNames: false };
    else if (!isData) yield { name, value, hasNames: namedMembers.has(name) };
  }
}

/** Yields all references of a document: `$ref`, and the `mapping` of discriminators. */
export function* referencesOf(document: JsonValue): Iterable<Reference> {
  yield* referencesIn(document, false);
}

function* referencesIn(value: JsonValue, hasNames: boolean): Iterable<Reference> {
  if (Array.isArray(value)) {
    for (const item of value) yield* referencesIn(item, false);
    return;
  }
  const object = asObject(value);
  if (!object) return;
  // Maps as a whole can be references too. A member named `$ref` in a map is not a text.
  if (typeof object.$ref === 'string') yield referenceAt(object, '$ref');
  if (!hasNames) {
    yield* exampleReferences(object.examples);
    yield* mappingReferences(object.discriminator);
  }
  for (const part of partsOf(object, hasNames)) yield* referencesIn(part.value, part.hasNames);
}

/** Yields references of named examples; a list of examples is data. */
function* exampleReferences(examples: JsonValue | undefined): Iterable<Reference> {
  for (const value of Object.values(asObject(examples) ?? {})) {
    const example = asObject(value);
    if (typeof example?.$ref === 'string') yield referenceAt(example, '$ref');
  }
}

/**
 * Pattern that separates an address from a schema name: a slash, a fragment or a file extension.
 */
const ADDRESS = /[/#]|\.(?:json|ya?ml)$/i;

/** Yields references in a mapping, which can contain schema names as well. */
function* mappingReferences(discriminator: JsonValue | undefined): Iterable<Reference> {
  const mapping = asObject(asObject(discriminator)?.mapping);
  for (const [name, address] of Object.entries(mapping ?? {})) {
    if (mapping && typeof address === 'string' && ADDRESS.test(address)) {
      yield referenceAt(mapping, name);
    }
  }
}

function referenceAt(holder: JsonObject, name: string): Reference {
  return {
    text: holder[name] as string,
    replace(text) {
      holder[name] = text;
    },
  };
}

/** Splits a reference into the address of a file and a fragment; `''` is the whole file. */
export function splitReference(text: string): { address: string; fragment: string } {
  const at = text.indexOf('#');
  return at < 0
    ? { address: text, fragment: '' }
    : { address: text.slice(0, at), fragment: text.slice(at + 1) };
}
