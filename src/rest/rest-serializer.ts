import {
  getNamedType,
  isAbstractType,
  isEnumType,
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
import { isConnection, restBody } from './extensions.ts';
import { embeddingOf, embeds, membersOf } from './fragments.ts';

/** Converts a value of a GraphQL response to the JSON of `/v1`. */
export type WriteValue = (value: unknown) => unknown;

type Data = Record<string, unknown>;

/**
 * Compiles serializers of responses, once per type. They add `object`, spell enum values as the
 * interface does, turn connections into arrays, and omit nulls unless the body keeps them.
 */
export class RestSerializer {
  readonly #schema: GraphQLSchema;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #bodies = new Map<string, WriteValue>();

  constructor(schema: GraphQLSchema, fragments: readonly FragmentDefinitionNode[]) {
    this.#schema = schema;
    this.#fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  }

  /** Returns the serializer of a type's body. */
  body(type: GraphQLNamedType): WriteValue {
    const known = this.#bodies.get(type.name);
    if (known) return known;
    const fragment = this.#fragments.get(type.name);
    if (!fragment) throw new Error(`No body of ${type.name} was collected.`);
    const write = this.#selection(type, fragment.selectionSet);
    this.#bodies.set(type.name, write);
    return write;
  }

  /** Returns the serializer of a leaf, of a type with a body, or of a list of either. */
  value(type: GraphQLOutputType): WriteValue {
    return this.#value(type, embeddingOf(getNamedType(type)));
  }

  #selection(type: GraphQLNamedType, selectionSet: SelectionSetNode): WriteValue {
    if (isAbstractType(type)) {
      const writers = new Map(
        this.#schema
          .getPossibleTypes(type)
          .filter((member) => restBody(member))
          .map((member) => [member.name, this.body(member)]),
      );
      return (value) => writers.get((value as { __typename: string }).__typename)?.(value);
    }
    if (!isObjectType(type)) throw new Error(`${type.name} has no fields to select.`);
    if (isConnection(type)) return this.#nodes(type, selectionSet);
    return this.#object(type, selectionSet);
  }

  #object(type: GraphQLObjectType, selectionSet: SelectionSetNode): WriteValue {
    const body = restBody(type);
    const nullable = new Set(body?.nullable);
    const writers = this.#fields(type, selectionSet);
    return (value) => {
      const data = value as Data;
      const result: Data = body?.object === undefined ? {} : { object: body.object };
      for (const [key, write] of writers) {
        const field = data[key];
        if (field !== null && field !== undefined) result[key] = write(field);
        else if (nullable.has(key)) result[key] = null;
      }
      if (body?.merge === undefined) return result;
      const { [body.merge]: merged, ...own } = result;
      return { ...(merged as Data), ...own };
    };
  }

  #nodes(type: GraphQLObjectType, selectionSet: SelectionSetNode): WriteValue {
    const [[key, write] = []] = this.#fields(type, selectionSet);
    if (key !== 'nodes' || !write) throw new Error(`Select the nodes of ${type.name} only.`);
    return (value) => write((value as Data)['nodes']);
  }

  #fields(type: GraphQLObjectType, selectionSet: SelectionSetNode): [string, WriteValue][] {
    return [...membersOf(type, selectionSet, this.#fragments)].map((member) => [
      member.key,
      this.#value(member.field.type, member.selectionSet),
    ]);
  }

  #value(type: GraphQLOutputType, selectionSet: SelectionSetNode | undefined): WriteValue {
    if (isNonNullType(type)) return this.#value(type.ofType, selectionSet);
    if (isListType(type)) {
      const write = this.#value(type.ofType, selectionSet);
      return (value) =>
        (value as unknown[]).filter((item) => item !== null).map((item) => write(item));
    }
    if (isEnumType(type)) {
      const values = new Map(type.getValues().map(({ name, value }) => [name, value as unknown]));
      return (value) => values.get(value as string);
    }
    if (!selectionSet) return (value) => value;
    return this.#selectionOrBody(getNamedType(type), selectionSet);
  }

  /** `{ ...Type }` shares the compiled body of its type. */
  #selectionOrBody(type: GraphQLNamedType, selectionSet: SelectionSetNode): WriteValue {
    return embeds(type, selectionSet) ? this.body(type) : this.#selection(type, selectionSet);
  }
}
