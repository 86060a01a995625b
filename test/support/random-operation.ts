import {
  getNamedType,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';

/** Returns a random number from 0 to below 1. */
export type Random = () => number;

export interface RandomOperation {
  query: string;
  variables: Record<string, unknown>;
}

export interface OperationOptions {
  schema: GraphQLSchema;
  random: Random;
  /** Values for arguments: ids, and cursors. */
  ids: readonly string[];
  cursors: readonly string[];
  /** Fields that no operation selects, with or without their type. */
  leftOut: ReadonlySet<string>;
}

/** Maximum depth of fields, and maximum number of fields per object. */
const DEPTH_MAX = 7;
const FIELDS_MAX = 5;

/**
 * Returns a random query of the whole graph with aliases, fragments, variables, directives, and
 * pages in both directions.
 */
export function randomOperation(options: OperationOptions): RandomOperation {
  return new OperationMaker(options).operation();
}

/** Returns a mutation with an input, of whose payload a random part is selected. */
export function randomMutation(
  options: OperationOptions,
  name: string,
  input: object,
): RandomOperation {
  return new OperationMaker(options).mutation(name, input);
}

/** Returns a subscription to an id, of whose events a random part is selected. */
export function randomSubscription(
  options: OperationOptions,
  name: string,
  id: string,
): RandomOperation {
  return new OperationMaker(options).subscription(name, id);
}

class OperationMaker {
  readonly #options: OperationOptions;
  readonly #definitions: string[] = [];
  readonly #variables: Record<string, unknown> = {};
  readonly #fragments: string[] = [];
  #aliases = 0;

  constructor(options: OperationOptions) {
    this.#options = options;
  }

  operation(): RandomOperation {
    const root = this.#options.schema.getQueryType();
    const selection = root ? this.#selection(root, 0) : '';
    const variables = this.#definitions.length > 0 ? `(${this.#definitions.join(', ')})` : '';
    return {
      query: [`query Random${variables} ${selection}`, ...this.#fragments].join('\n'),
      variables: this.#variables,
    };
  }

  mutation(name: string, input: object): RandomOperation {
    return this.#withOneField('mutation', this.#options.schema.getMutationType(), name, input);
  }

  subscription(name: string, id: string): RandomOperation {
    return this.#withOneField('subscription', this.#options.schema.getSubscriptionType(), name, id);
  }

  /** @param value of the first argument of the field */
  #withOneField(
    kind: string,
    root: GraphQLObjectType | null | undefined,
    name: string,
    value: unknown,
  ): RandomOperation {
    const field = root?.getFields()[name];
    const [argument] = field?.args ?? [];
    if (!field || !argument) throw new Error(`There is no ${kind} "${name}".`);
    const variable = this.#variable(String(argument.type), value);
    const selection = this.#selection(getNamedType(field.type), 1);
    return {
      query: [
        `${kind} Random(${this.#definitions.join(', ')}) {`,
        `${name}(${argument.name}: ${variable}) ${selection} }`,
        ...this.#fragments,
      ].join('\n'),
      variables: this.#variables,
    };
  }

  #selection(type: GraphQLNamedType, depth: number): string {
    const parts = isAbstractType(type)
      ? this.#memberSelections(type, depth)
      : this.#fields(type, depth);
    return `{ ${parts.length > 0 ? parts.join(' ') : '__typename'} }`;
  }

  #memberSelections(type: Parameters<GraphQLSchema['getPossibleTypes']>[0], depth: number) {
    const members = this.#options.schema.getPossibleTypes(type);
    const spread = members
      .filter(() => this.#chance(0.5))
      .slice(0, FIELDS_MAX)
      .map((member) => `... on ${member.name} ${this.#selection(member, depth + 1)}`);
    return ['__typename', ...spread];
  }

  #fields(type: GraphQLNamedType, depth: number): string[] {
    if (!isObjectType(type)) return [];
    const candidates = Object.values(type.getFields()).filter((field) =>
      this.#isPossible(type.name, field, depth),
    );
    const count = 1 + Math.floor(this.#options.random() * FIELDS_MAX);
    const chosen = Array.from({ length: Math.min(count, candidates.length) }, () =>
      this.#pick(candidates),
    );
    return chosen.map((field) => this.#inFragment(type.name, this.#field(field, depth)));
  }

  #isPossible(
    typeName: string,
    { name, type, args }: GraphQLField<unknown, unknown>,
    depth: number,
  ): boolean {
    const { leftOut } = this.#options;
    if (leftOut.has(name) || leftOut.has(`${typeName}.${name}`)) return false;
    if (depth >= DEPTH_MAX && !isLeafType(getNamedType(type))) return false;
    return args.every((argument) => !isNonNullType(argument.type) || this.#canPass(argument.type));
  }

  #canPass(type: GraphQLInputType): boolean {
    const named = getNamedType(type);
    return isEnumType(named) || ['ID', 'String', 'Int', 'Boolean'].includes(named.name);
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    // A unique alias keeps two selections of a field with different arguments apart.
    const alias = `${field.name}_${this.#aliases++}: `;
    const args = field.args.flatMap((argument) => this.#argument(argument));
    const directive = this.#chance(0.1) ? ` ${this.#directive()}` : '';
    const named = getNamedType(field.type);
    const below = isLeafType(named) ? '' : ` ${this.#selection(named, depth + 1)}`;
    const list = args.length > 0 ? `(${args.join(', ')})` : '';
    return `${alias}${field.name}${list}${directive}${below}`;
  }

  #inFragment(typeName: string, field: string): string {
    if (this.#chance(0.1)) return `... on ${typeName} { ${field} }`;
    if (!this.#chance(0.07)) return field;
    const name = `F${this.#fragments.length}`;
    this.#fragments.push(`fragment ${name} on ${typeName} { ${field} }`);
    return `...${name}`;
  }

  #directive(): string {
    const condition = this.#chance(0.5)
      ? String(this.#chance(0.5))
      : this.#variable('Boolean!', this.#chance(0.5));
    return `@${this.#chance(0.5) ? 'include' : 'skip'}(if: ${condition})`;
  }

  #argument({ name, type }: GraphQLArgument): string[] {
    if (!isNonNullType(type) && !this.#chance(name === 'first' ? 0.6 : 0.15)) return [];
    const value = this.#value(name, type);
    if (value === undefined) return [];
    // Enum values have no quotes in a document.
    const literal = isEnumType(getNamedType(type))
      ? JSON.stringify(value).replaceAll('"', '')
      : JSON.stringify(value);
    return [`${name}: ${this.#chance(0.3) ? this.#variable(String(type), value) : literal}`];
  }

  #value(name: string, type: GraphQLInputType): unknown {
    const named = getNamedType(type);
    const { ids, cursors } = this.#options;
    if (name === 'after' || name === 'before') return this.#pick(cursors);
    if (isEnumType(named)) return this.#pick(named.getValues()).name;
    switch (named.name) {
      case 'ID':
        return isListType(type) || String(type).startsWith('[')
          ? [this.#pick(ids), this.#pick(ids)]
          : this.#pick(ids);
      case 'Int':
        return Math.floor(this.#options.random() * 4);
      case 'Boolean':
        return this.#chance(0.5);
      case 'String':
        return this.#pick(['guide', 'a', '', 'owner']);
      default:
        return undefined;
    }
  }

  #variable(type: string, value: unknown): string {
    const name = `v${this.#definitions.length}`;
    this.#definitions.push(`$${name}: ${type}`);
    this.#variables[name] = value;
    return `$${name}`;
  }

  #pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.#options.random() * items.length)];
    if (item === undefined) throw new Error('Nothing to pick from.');
    return item;
  }

  #chance(probability: number): boolean {
    return this.#options.random() < probability;
  }
}
