import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  parse,
  print,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { withoutPaging } from './type-relations.ts';

/** Number of items of each list in an example. */
const PAGE_SIZE = 3;
/** Most fields that are selected of a type. */
const FIELDS_MAX = 8;
/** Cost of a step with required arguments: a longer path without any is better. */
const COST_OF_ARGUMENTS = 10;

type Field = GraphQLField<unknown, unknown>;

/** A path of fields from a root to a type: its last step, and the path before it. */
interface Path {
  cost: number;
  root: GraphQLObjectType | undefined;
  /** Absent at the root. */
  from?: Path;
  /** Absent for the step from an interface or union to one of its types. */
  field?: Field;
  type: GraphQLCompositeType;
}

/** An operation, and its variables to fill in. */
export interface ExampleQuery {
  query: string;
  variables: Record<string, null>;
}

/** Makes examples: for each type that an operation can return, the shortest one that selects it. */
export class ExampleQueries {
  readonly #paths = new Map<string, Path>();

  constructor(schema: GraphQLSchema) {
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    for (const root of roots) if (root) this.#explore(schema, root);
  }

  /** Returns an operation that selects a type; undefined if none does. */
  of(type: string): ExampleQuery | undefined {
    const path = this.#paths.get(type);
    if (!path?.from || !path.root) return undefined;
    const variables = new Map<string, string>();
    let selection = `{ ${leavesOf(path.type).join(' ')} }`;
    for (let step = path; step.from; step = step.from) {
      selection = step.field
        ? `{ ${callOf(step.field, variables)} ${pagedSelection(step.field, step.type, selection)} }`
        : `{ __typename ... on ${step.type.name} ${selection} }`;
    }
    const definitions = [...variables].map(([name, of]) => `$${name}: ${of}`).toReversed();
    const head = definitions.length > 0 ? `Example(${definitions.join(', ')})` : 'Example';
    const operation = path.root.name.toLowerCase();
    return {
      query: print(parse(`${operation} ${head} ${selection}`)),
      variables: Object.fromEntries([...variables.keys()].map((name) => [name, null])),
    };
  }

  /** Finds the cheapest paths from a root to types that no earlier root reaches. */
  #explore(schema: GraphQLSchema, root: GraphQLObjectType): void {
    const open: Path[] = [{ cost: 0, root, type: root }];
    for (let path = open.shift(); path; path = open.shift()) {
      if (this.#paths.has(path.type.name)) continue;
      this.#paths.set(path.type.name, path);
      open.push(...stepsFrom(schema, path));
      open.sort((a, b) => a.cost - b.cost);
    }
  }
}

function stepsFrom(schema: GraphQLSchema, from: Path): Path[] {
  const { root, type, cost } = from;
  const steps: Path[] = [];
  if (isAbstractType(type)) {
    const interfaces = isInterfaceType(type) ? schema.getImplementations(type).interfaces : [];
    const types = [...schema.getPossibleTypes(type), ...interfaces];
    steps.push(...types.map((one) => ({ cost: cost + 1, root, from, type: one })));
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return steps;
  for (const field of Object.values(type.getFields())) {
    const named = getNamedType(field.type);
    if (!isCompositeType(named) || field.deprecationReason != null) continue;
    const needs = field.args.some((argument) => isRequiredArgument(argument));
    const next = { cost: cost + 1 + (needs ? COST_OF_ARGUMENTS : 0), root, from, field };
    const node = withoutPaging(named);
    if (node !== named && isCompositeType(node)) steps.push({ ...next, type: node });
    steps.push({ ...next, type: named });
  }
  return steps;
}

/** Returns a field with its arguments: the page size, and variables for required ones. */
function callOf({ name, args }: Field, variables: Map<string, string>): string {
  const passed = args.flatMap((argument) => {
    if (argument.name === 'first') return [`first: ${PAGE_SIZE}`];
    if (!isRequiredArgument(argument)) return [];
    const free = variables.has(argument.name) ? `${name}_${argument.name}` : argument.name;
    variables.set(free, String(argument.type));
    return [`${argument.name}: $${free}`];
  });
  return passed.length > 0 ? `${name}(${passed.join(', ')})` : name;
}

function pagedSelection(field: Field, type: GraphQLCompositeType, selection: string): string {
  return getNamedType(field.type) === type ? selection : `{ nodes ${selection} }`;
}

/** Fields by which people recognize an object, in their order in an example. */
const identifyingFields = ['id', 'title', 'displayName', 'name', 'subject', 'path'];

/** Returns the scalar fields of a type that need no arguments, identifying ones first. */
function leavesOf(type: GraphQLCompositeType): string[] {
  if (!isObjectType(type) && !isInterfaceType(type)) return ['__typename'];
  const names = Object.values(type.getFields())
    .filter((field) => isLeafType(getNamedType(field.type)) && field.deprecationReason == null)
    .filter((field) => !field.args.some((argument) => isRequiredArgument(argument)))
    .map(({ name }) => name);
  const identifying = identifyingFields.filter((name) => names.includes(name));
  const fields = [...new Set([...identifying, ...names])].slice(0, FIELDS_MAX);
  return fields.length > 0 ? fields : ['__typename'];
}
