import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { blockShapes } from './input/block-schemas.ts';
import { inlineContent } from './input/inline-schemas.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

/** Name of the component that describes a block of any kind. */
const BLOCK = 'DocumentBlock';
/** Name of the component that describes an inline element or a text within a tag. */
const INLINE = 'DocumentInline';

/** Kinds of nodes that have a key in responses. */
const keyed: ReadonlySet<unknown> = new Set(['block', 'inline', 'text', 'fragment']);

/** Keywords that apply to inputs only: limits and defaults. */
const ofInputs: ReadonlySet<string> = new Set([
  ...['default', 'pattern', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'minimum', 'maximum', 'propertyNames'],
]);

const keySchema = { type: 'string', description: 'Key of the node, unique in its document.' };

/**
 * Returns the JSON Schema of document blocks as OpenAPI components: `DocumentBlock`, and one for
 * each kind of node and reference. It is derived from the input schema, but does not restrict which
 * blocks may contain which.
 */
export function documentDefinitions(): Record<string, JsonSchema> {
  const block: z.ZodType = z.lazy(() =>
    z.union(Object.values(shapes) as unknown as readonly [z.ZodType, z.ZodType]),
  );
  const blocksOf = () => z.array(block);
  const inline: z.ZodType = z.lazy(() => (content as z.ZodArray).element as z.ZodType);
  const inlinesWithin = () => z.array(inline);
  const content = inlineContent(blocksOf(), inlinesWithin);
  const shapes = blockShapes({ container: 'document', isInNote: false, blocksOf, inlinesWithin });
  const registry = z.registry<{ id: string }>();
  registry.add(block, { id: BLOCK });
  registry.add(inline, { id: INLINE });
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    unrepresentable: 'any',
    uri: (name) => `#/components/schemas/${name}`,
  });
  const definitions = new Map<string, JsonSchema>();
  const [anyBlock, anyInline] = [BLOCK, INLINE].map((name) => {
    const { $schema: _schema, $id: _id, ...schema } = schemas[name] as JsonSchema;
    return nameParts(schema, definitions) as JsonSchema;
  });
  return {
    [BLOCK]: { description: 'A block of a document. Its `type` tells the kind.', ...anyBlock },
    [INLINE]: { description: 'A text, or an element within a line.', ...anyInline },
    ...Object.fromEntries(definitions),
  };
}

/**
 * Replaces nodes and content references in a schema with references to definitions, which it adds.
 * If a node has several schemas, only the first gets the name.
 */
function nameParts(value: unknown, definitions: Map<string, JsonSchema>): unknown {
  if (Array.isArray(value)) return value.map((item) => nameParts(item, definitions));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !ofInputs.has(name));
  const schema: JsonSchema = Object.fromEntries(
    members.map(([name, member]) => [name, nameParts(member, definitions)]),
  );
  const name = nameOf(schema);
  if (name === undefined) return schema;
  const definition = withKey(schema);
  const known = definitions.get(name);
  if (known && !isDeepStrictEqual(known, definition)) return definition;
  definitions.set(name, definition);
  return { $ref: `#/components/schemas/${name}` };
}

/** Returns the component name of a node or reference; undefined for other schemas. */
function nameOf(schema: JsonSchema): string | undefined {
  const kind = constantOf(schema, 'object');
  if (kind !== undefined) {
    const type = constantOf(schema, 'type') ?? constantOf(schema, 'fragment') ?? '';
    return `Document${pascalCase(kind)}${pascalCase(type.replace(/^inline-/, ''))}`;
  }
  const reference = constantOf(schema, 'kind');
  return reference === undefined ? undefined : `DocumentReference${pascalCase(reference)}`;
}

function withKey(schema: JsonSchema): JsonSchema {
  if (!keyed.has(constantOf(schema, 'object'))) return schema;
  return { ...schema, properties: { key: keySchema, ...(schema['properties'] as object) } };
}

/** Returns the constant value of a property; undefined if it can vary. */
function constantOf({ properties }: JsonSchema, name: string): string | undefined {
  const property = (properties as Record<string, JsonSchema> | undefined)?.[name];
  const constant = property?.['const'];
  return typeof constant === 'string' ? constant : undefined;
}

function pascalCase(text: string): string {
  return text
    .split('-')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('');
}
