import { asObject, type JsonObject, type JsonValue } from './json-value.ts';

/** A text in a document that names a part of it, or of another one. */
export interface Reference {
  text: string;
  replace(text: string): void;
}

/** Keywords whose value has members with names that somebody chose, not keywords. */
const namedMembers = new Set([
  ...['$defs', 'callbacks', 'content', 'definitions', 'dependentSchemas', 'encoding', 'headers'],
  ...['links', 'parameters', 'pathItems', 'paths', 'patternProperties', 'properties'],
  ...['requestBodies', 'responses', 'schemas', 'securityDefinitions', 'securitySchemes'],
  ...['variables', 'webhooks'],
]);

/** Keywords whose value is data: a `$ref` in it is no reference. */
const dataMembers = new Set(['const', 'default', 'enum', 'example', 'value']);

/** A member of a part of a document. */
interface Member {
  name: string;
  value: JsonValue;
  /** Whether it has members with names that somebody chose. */
  hasNames: boolean;
}

/**
 * The members of a part of a document that are parts of it as well, and no data, which may look the
 * same.
 *
 * @param hasNames whether the members have names that somebody chose
 */
export function* partsOf(part: JsonObject, hasNames: boolean): Iterable<Member> {
  for (const [name, value] of Object.entries(part)) {
    const isData = dataMembers.has(name) || name === 'examples' || name.startsWith('x-');
    if (hasNames) yield { name, value, hasNames: false };
    else if (!isData) yield { name, value, hasNames: namedMembers.has(name) };
  }
}

/** All references of a document: `$ref`, and what the `mapping` of a discriminator names. */
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
  // Whole maps are put elsewhere, too: a member that is called `$ref` has no text.
  if (typeof object.$ref === 'string') yield referenceAt(object, '$ref');
  if (!hasNames) {
    yield* exampleReferences(object.examples);
    yield* mappingReferences(object.discriminator);
  }
  for (const part of partsOf(object, hasNames)) yield* referencesIn(part.value, part.hasNames);
}

/** Examples by their names can be elsewhere; a list of them is data. */
function* exampleReferences(examples: JsonValue | undefined): Iterable<Reference> {
  for (const value of Object.values(asObject(examples) ?? {})) {
    const example = asObject(value);
    if (typeof example?.$ref === 'string') yield referenceAt(example, '$ref');
  }
}

/** What tells an address from the name of a schema: a slash, a fragment, or the end of a file. */
const ADDRESS = /[/#]|\.(?:json|ya?ml)$/i;

/** A mapping names a schema by its name or by its address. */
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

/** The address of a file and the place in it that a reference names: `''` for the whole. */
export function splitReference(text: string): { address: string; fragment: string } {
  const at = text.indexOf('#');
  return at < 0
    ? { address: text, fragment: '' }
    : { address: text.slice(0, at), fragment: text.slice(at + 1) };
}
