import {
  isAbstractType,
  Kind,
  valueFromASTUntyped,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

type Data = Record<string, unknown>;

/** A value of a stored field, with references instead of objects. */
type Stored = { readonly ref: string } | readonly Stored[] | string | number | boolean | null;

/**
 * A normalized cache of a GraphQL client: one record per `id`, with the last value of each field
 * and its arguments. Objects without an id belong to their parent.
 */
export class NormalizedCache {
  readonly #schema: GraphQLSchema;
  readonly #operation: OperationDefinitionNode;
  readonly #fragments = new Map<string, FragmentDefinitionNode>();
  readonly #variables: Data;
  readonly #records = new Map<string, Map<string, Stored>>();

  constructor(schema: GraphQLSchema, document: DocumentNode, variables: Data) {
    this.#schema = schema;
    this.#variables = variables;
    const operation = document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION);
    if (!operation) throw new Error('There is no operation to cache.');
    this.#operation = operation;
    for (const one of document.definitions) {
      if (one.kind === Kind.FRAGMENT_DEFINITION) this.#fragments.set(one.name.value, one);
    }
  }

  /** Stores the result of the operation. */
  put(data: Data): void {
    this.#putObject('Query', this.#operation.selectionSet, { __typename: 'Query', ...data });
  }

  /** Reads the result of the operation from the cache. */
  read(): Data {
    return this.#readObject('Query', this.#operation.selectionSet);
  }

  #putObject(place: string, selectionSet: SelectionSetNode, data: Data): { ref: string } {
    const key = typeof data['id'] === 'string' ? data['id'] : place;
    const record = this.#records.get(key) ?? new Map<string, Stored>();
    this.#records.set(key, record);
    record.set('__typename', data['__typename'] as string);
    for (const field of this.#fieldsOf(data['__typename'] as string, selectionSet)) {
      const name = this.#nameOf(field);
      const value = data[responseName(field)];
      record.set(name, this.#putValue(`${key} ${name}`, field.selectionSet, value));
    }
    return { ref: key };
  }

  #putValue(place: string, below: SelectionSetNode | undefined, value: unknown): Stored {
    if (Array.isArray(value) && below) {
      return value.map((item, index) => this.#putValue(`${place} ${index}`, below, item));
    }
    if (value === null || !below) return value as Stored;
    return this.#putObject(place, below, value as Data);
  }

  #readObject(key: string, selectionSet: SelectionSetNode): Data {
    const record = this.#records.get(key);
    if (!record) throw new Error(`No record of ${key} was stored.`);
    const fields = this.#fieldsOf(record.get('__typename') as string, selectionSet);
    return Object.fromEntries(
      fields.map((field) => {
        const stored = record.get(this.#nameOf(field)) ?? null;
        return [responseName(field), this.#readValue(field.selectionSet, stored)];
      }),
    );
  }

  #readValue(below: SelectionSetNode | undefined, stored: Stored): unknown {
    if (!below) return stored;
    if (Array.isArray(stored)) return stored.map((item: Stored) => this.#readValue(below, item));
    return stored === null ? null : this.#readObject((stored as { ref: string }).ref, below);
  }

  /** Returns the selected fields of an object of a type. */
  #fieldsOf(typename: string, { selections }: SelectionSetNode): FieldNode[] {
    return selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return [selection];
      const fragment =
        selection.kind === Kind.FRAGMENT_SPREAD
          ? this.#fragments.get(selection.name.value)
          : selection;
      if (!fragment) throw new Error('A fragment is missing.');
      const applies = this.#isOf(typename, fragment.typeCondition?.name.value ?? typename);
      return applies ? this.#fieldsOf(typename, fragment.selectionSet) : [];
    });
  }

  #isOf(typename: string, condition: string): boolean {
    const type = this.#schema.getType(condition);
    if (typename === condition) return true;
    return (
      isAbstractType(type) &&
      this.#schema.getPossibleTypes(type).some(({ name }) => name === typename)
    );
  }

  #nameOf({ name, arguments: args = [] }: FieldNode): string {
    const values = args.map((one) => [
      one.name.value,
      valueFromASTUntyped(one.value, this.#variables),
    ]);
    return `${name.value}(${JSON.stringify(values)})`;
  }
}

function responseName({ alias, name }: FieldNode): string {
  return alias?.value ?? name.value;
}
