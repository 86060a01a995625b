import {
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { randomNumbers } from './random-numbers.ts';

/** Types that random queries select, with their connections and members. */
const walkedTypes = new Set([
  ...['Space', 'Revision', 'ChangeRequest', 'ChangeRequestConflict', 'Page', 'File'],
  ...['ReusableContent', 'ContentChange', 'PageChange', 'FileChange', 'ReusableContentChange'],
  ...['Link', 'LinkSource', 'ContentReference', 'VersionContext', 'InternalLocation'],
  ...['ChangedPage', 'ChangedAttribute', 'TextDiff', 'ContentRef', 'PageCover', 'PageUrls'],
  ...['PageLayout', 'PageInfo', 'Comment', 'CommentTarget', 'CommentTargetPage', 'User'],
  ...['CommentTargetNode', 'PageSearchResult', 'SearchSection', 'PageDocument'],
]);

/** Fields with whole contents as one JSON value: they are costly, and not normalized. */
const skippedFields = new Set([
  'pageTree',
  'fileList',
  'reusableContentList',
  'pageSummary',
  'pdf',
]);

/** Values of arguments, by name. Those that start with `$` are variables of every query. */
const argumentValues: Readonly<Record<string, readonly string[]>> = {
  'Space.content.at': [
    ...['{ revision: $first }', '{ changeRequest: $changeRequest }', '{ time: $time }'],
  ],
  'Space.changes.from': ['{ revision: $first }', '{ revision: $second }', '{ time: $time }'],
  'Space.changes.to': [
    ...['{ revision: $second }', '{ changeRequest: $changeRequest }', '{ time: $time }'],
  ],
  'Space.revision.id': ['$first', '$second'],
  'Space.changeRequest.id': ['$changeRequest'],
  'Space.search.query': ['"new"', '"paragraph"'],
  'Revision.page.id': ['$page'],
  'Revision.pageDocument.pageId': ['$page'],
  'Revision.pageByPath.pagePath': ['"new"', '""'],
  'Revision.file.id': ['$file'],
  'Revision.reusableContent.id': ['$reusableContent'],
  'Revision.reusableContentDocument.reusableContentId': ['$reusableContent'],
  computed: ['true', 'false'],
  evaluated: ['true', 'false'],
  metadata: ['true', 'false'],
  first: ['1', '2', '3'],
  pageId: ['$page'],
  contextLines: ['0', '3'],
};

/** The variables available to random queries. */
const VARIABLES = [
  ...['$space: ID!', '$first: ID!', '$second: ID!', '$changeRequest: ID!', '$page: ID!'],
  ...['$file: ID!', '$reusableContent: ID!', '$time: DateTime!'],
  ...['$input0: ChangeContentInput!', '$input1: ChangeContentInput!'],
].join(', ');

/**
 * Maximum number of fields in each of a query's two parts; an operation has at most 4,000 tokens.
 */
const FIELDS_MAX = 50;
/** Below this number of fields, only leaves are selected. */
const FIELDS_MIN = 4;

/**
 * Returns a random query of the content of the space `$space`, from the schema. It reaches the same
 * states by several paths, with aliases and arguments, and always selects `__typename` and `id`.
 *
 * @param name name of the operation
 */
export function randomQuery(schema: GraphQLSchema, seed: number, name = 'Random'): string {
  const random = randomNumbers(seed);
  const space = schema.getType('Space') as GraphQLObjectType;
  const writer = new QueryWriter(schema, random);
  const selections = [writer.selection(space, FIELDS_MAX), writer.selection(space, FIELDS_MAX)];
  const spaces = selections.map((one, index) => `s${index}: space(id: $space) ${one}`);
  // Some operations also start at other roots.
  const below = writer.selection(schema.getType('Revision') as GraphQLObjectType, FIELDS_MAX / 2);
  const node = `n0: node(id: $first) { __typename id ... on Revision ${below} }`;
  const others = [node, 'n1: nodes(ids: [$second, $space]) { __typename id }'];
  const roots = [...spaces, ...others.filter(() => random() < 0.3)];
  return `query ${name}(${usedIn(roots)}) { ${roots.join(' ')} }`;
}

/**
 * Returns a random mutation that writes the content of a space with `$input0` and then `$input1`.
 * It selects both new revisions, which are two states of the same content.
 */
export function randomWrite(schema: GraphQLSchema, seed: number): string {
  const writer = new QueryWriter(schema, randomNumbers(seed), currentTypes);
  const revision = schema.getType('Revision') as GraphQLObjectType;
  const roots = [0, 1].map(
    (index) =>
      `m${index}: changeContent(input: $input${index}) {
        __typename revision ${writer.selection(revision, FIELDS_MAX)} }`,
  );
  return `mutation Random(${usedIn(roots)}) { ${roots.join(' ')} }`;
}

/** Declares the variables in some fields. */
function usedIn(fields: readonly string[]): string {
  const used = VARIABLES.split(', ').filter((one) => {
    const variable = one.slice(0, one.indexOf(':'));
    return fields.some((field) => new RegExp(`\\${variable}\\b`).test(field));
  });
  return used.join(', ');
}

/** Types with a single current state, which a write changes. */
const currentTypes = new Set(['Space', 'ChangeRequest']);

class QueryWriter {
  readonly #schema: GraphQLSchema;
  readonly #random: () => number;
  readonly #leftOut: ReadonlySet<string>;
  #aliases = 0;

  /** @param leftOut names of types to omit */
  constructor(
    schema: GraphQLSchema,
    random: () => number,
    leftOut: ReadonlySet<string> = new Set(),
  ) {
    this.#schema = schema;
    this.#random = random;
    this.#leftOut = leftOut;
  }

  /** @param budget maximum number of fields, including nested ones */
  selection(type: GraphQLNamedType, budget: number): string {
    const types = isAbstractType(type)
      ? this.#schema.getPossibleTypes(type).filter(() => this.#random() < 0.4)
      : [];
    const share = Math.floor(budget / (types.length + 1));
    const own = isObjectType(type) || isInterfaceType(type) ? this.#fields(type, share) : [];
    const members = types.map(
      (member) => `... on ${member.name} { ${this.#fields(member, share).join(' ')} }`,
    );
    return `{ ${['__typename', ...own, ...members].join(' ')} }`;
  }

  #fields(type: GraphQLObjectType | GraphQLInterfaceType, budget: number): string[] {
    const fields = Object.values(type.getFields()).filter(
      (field) => canFill(type, field) && this.#isWalked(field),
    );
    const leaves = fields.filter(({ type: of }) => isLeafType(getNamedType(of)));
    const links = fields.filter((field) => !leaves.includes(field));
    const chosen = this.#some(leaves, 2);
    const below = budget < FIELDS_MIN ? [] : this.#some(links, 3);
    const share = Math.floor((budget - chosen.length) / below.length) - 1;
    const id = type.getFields()['id'] ? ['id'] : ['__typename'];
    return [...id, ...[...chosen, ...below].map((field) => this.#field(type, field, share))];
  }

  #isWalked({ name, type: of }: GraphQLField<unknown, unknown>): boolean {
    const type = getNamedType(of);
    if (skippedFields.has(name) || name === 'id') return false;
    return isLeafType(type) || this.#isWalkedType(type);
  }

  #isWalkedType(type: GraphQLNamedType): boolean {
    if (this.#leftOut.has(type.name)) return false;
    if (walkedTypes.has(type.name)) return true;
    if (isObjectType(type) && type.getInterfaces().some(({ name }) => walkedTypes.has(name))) {
      return true;
    }
    const node = isObjectType(type)
      ? (type.getFields()['nodes'] ?? type.getFields()['node'])
      : undefined;
    return node !== undefined && walkedTypes.has(getNamedType(node.type).name);
  }

  #field(parent: GraphQLNamedType, field: GraphQLField<unknown, unknown>, budget: number): string {
    const type = getNamedType(field.type);
    const given = field.args.flatMap((argument) => this.#argument(parent, field, argument));
    const args = given.length === 0 ? '' : `(${given.join(', ')})`;
    const below = isLeafType(type) ? '' : ` ${this.selection(type, budget)}`;
    this.#aliases += 1;
    return `a${this.#aliases}: ${field.name}${args}${below}`;
  }

  #argument(
    parent: GraphQLNamedType,
    field: GraphQLField<unknown, unknown>,
    argument: GraphQLArgument,
  ): string[] {
    const { name } = argument;
    const values = valuesOf(parent, field, argument);
    if (!values) return [];
    const isNeeded = isRequiredArgument(argument) || name === 'first';
    if (!isNeeded && this.#random() < 0.5) return [];
    return [`${name}: ${values[Math.floor(this.#random() * values.length)]}`];
  }

  /** Returns up to `max` random items, possibly repeated. */
  #some<Item>(items: readonly Item[], max: number): Item[] {
    const count = items.length === 0 ? 0 : 1 + Math.floor(this.#random() * max);
    return Array.from(
      { length: count },
      () => items[Math.floor(this.#random() * items.length)],
    ).filter((item) => item !== undefined);
  }
}

/** Returns possible values of an argument; undefined if none are known. */
function valuesOf(
  parent: GraphQLNamedType,
  field: GraphQLField<unknown, unknown>,
  { name }: GraphQLArgument,
): readonly string[] | undefined {
  return argumentValues[`${parent.name}.${field.name}.${name}`] ?? argumentValues[name];
}

/** Checks whether values of all required arguments are known. */
function canFill(parent: GraphQLNamedType, field: GraphQLField<unknown, unknown>): boolean {
  return field.args
    .filter((argument) => isRequiredArgument(argument))
    .every((argument) => valuesOf(parent, field, argument) !== undefined);
}
