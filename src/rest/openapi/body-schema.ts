import {
  getNamedType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';
import { isConnection, restBody } from '../extensions.ts';
import { embeds, membersOf, type BodyMember } from '../fragments.ts';
import type { JsonSchema } from '../options.ts';
import type { Components } from './components.ts';
import { INT_MAX, leafSchema } from './leaf-schema.ts';
import { nullable } from './nullable.ts';

interface ObjectSchema {
  type: string;
  required?: readonly string[];
  properties: Readonly<Record<string, unknown>>;
}

/** Describes the bodies that RestSerializer writes: the same traversal, one component per type. */
export class BodySchemas {
  readonly #schema: GraphQLSchema;
  readonly #components: Components;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;

  constructor(
    schema: GraphQLSchema,
    components: Components,
    fragments: readonly FragmentDefinitionNode[],
  ) {
    this.#schema = schema;
    this.#components = components;
    this.#fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  }

  /** Returns the schema of a type's body. */
  body(type: GraphQLNamedType): JsonSchema {
    return this.#components.refer(type.name, () => this.#bodyOf(type));
  }

  /** Returns the schema of a page of a list with a body of its own. */
  page(type: GraphQLNamedType): JsonSchema {
    return this.#components.refer(type.name, () => {
      const { properties, ...body } = this.#bodyOf(type);
      const next = nextSchema(this.#components);
      return { ...body, properties: { next, ...(properties as object) } };
    });
  }

  #bodyOf(type: GraphQLNamedType): JsonSchema {
    const fragment = this.#fragments.get(type.name);
    if (!fragment) throw new Error(`No body of ${type.name} was collected.`);
    return {
      ...this.#selection(type, fragment.selectionSet),
      ...(type.description && { description: type.description }),
    };
  }

  /** Returns the schema of a field's value. */
  value(type: GraphQLOutputType, selectionSet?: SelectionSetNode): JsonSchema {
    if (isNonNullType(type)) return this.value(type.ofType, selectionSet);
    if (isListType(type)) return { type: 'array', items: this.value(type.ofType, selectionSet) };
    if (isLeafType(type)) return leafSchema(this.#components, type);
    if (!selectionSet) throw new Error(`Nothing of ${type.name} is selected.`);
    return this.#selectionOrBody(type, selectionSet);
  }

  #selectionOrBody(type: GraphQLNamedType, selectionSet: SelectionSetNode): JsonSchema {
    return embeds(type, selectionSet) ? this.body(type) : this.#selection(type, selectionSet);
  }

  #selection(type: GraphQLNamedType, selectionSet: SelectionSetNode): JsonSchema {
    if (isAbstractType(type)) return this.#oneOf(this.#schema.getPossibleTypes(type));
    if (!isObjectType(type)) throw new Error(`${type.name} has no fields to select.`);
    if (!isConnection(type)) return this.#object(type, selectionSet);
    const [nodes] = membersOf(type, selectionSet, this.#fragments);
    if (!nodes) throw new Error(`Select the nodes of ${type.name} only.`);
    return this.value(nodes.field.type, nodes.selectionSet);
  }

  #oneOf(types: readonly GraphQLObjectType[]): JsonSchema {
    const shown = types.filter((type) => restBody(type));
    const bodies = shown.map((type) => this.body(type));
    const tags = shown.map((type) => restBody(type)?.object);
    // A discriminator needs a different `object` for each body.
    if (tags.includes(undefined) || new Set(tags).size < tags.length) return { anyOf: bodies };
    const mapping = Object.fromEntries(
      bodies.map((body, index) => [String(tags[index]), body['$ref']]),
    );
    return { oneOf: bodies, discriminator: { propertyName: 'object', mapping } };
  }

  #object(type: GraphQLObjectType, selectionSet: SelectionSetNode): JsonSchema {
    const body = restBody(type);
    const nulls = new Set(body?.nullable);
    const members = [...membersOf(type, selectionSet, this.#fragments)];
    const always = members.filter(({ key, field }) => isNonNullType(field.type) || nulls.has(key));
    const required = [
      ...(body?.object === undefined ? [] : ['object']),
      ...always.map(({ key }) => key),
    ];
    const schema = {
      type: 'object',
      ...(required.length > 0 && { required }),
      properties: {
        ...(body?.object !== undefined && { object: { type: 'string', const: body.object } }),
        ...Object.fromEntries(
          members.map((member) => [member.key, this.#member(member, nulls.has(member.key))]),
        ),
      },
    };
    return body?.merge === undefined ? schema : merged(schema, body.merge);
  }

  #member({ field, selectionSet }: BodyMember, canBeNull: boolean): JsonSchema {
    const value = this.value(field.type, selectionSet);
    return {
      ...(canBeNull && !isNonNullType(field.type) ? nullable(value) : value),
      ...(field.description && { description: field.description }),
      ...(field.deprecationReason && { deprecated: true }),
    };
  }
}

/** Moves the properties of a member to its parent. */
function merged({ properties, required = [], ...schema }: ObjectSchema, name: string): JsonSchema {
  const { [name]: member, ...own } = properties;
  const inner = member as Partial<ObjectSchema> | undefined;
  // A scalar has a component of its own, which is the whole body.
  if (inner && '$ref' in inner) return inner;
  return {
    ...schema,
    required: [...new Set([...(inner?.required ?? []), ...required])].filter((key) => key !== name),
    properties: { ...inner?.properties, ...own },
  };
}

/** Returns the schema of a list response (interface, Conventions 3), named after its items. */
export function listSchema(components: Components, type: GraphQLNamedType, item: JsonSchema) {
  return components.refer(`${getNamedType(type).name}List`, () => ({
    type: 'object',
    description: `A page of a list of \`${type.name}\`.`,
    required: ['count', 'items'],
    properties: {
      next: nextSchema(components),
      count: {
        ...{ type: 'integer', format: 'int32', minimum: 0, maximum: INT_MAX },
        description: 'Number of items on all pages.',
      },
      items: { type: 'array', description: 'The items of this page.', items: item },
    },
  }));
}

function nextSchema(components: Components): JsonSchema {
  const next = components.refer('NextPage', () => ({
    type: 'object',
    description: 'Reference to the next page of the list.',
    required: ['page'],
    properties: {
      page: {
        type: 'string',
        description: 'Value of the query parameter `page` for the next request.',
      },
    },
  }));
  return { ...next, description: 'Reference to the next page; absent on the last page.' };
}
