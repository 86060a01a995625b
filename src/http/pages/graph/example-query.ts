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

/** Items of each list on the way. */
const PAGE_SIZE = 3;
/** Most fields that are selected of a type. */
const FIELDS_MAX = 8;
/** Cost of a step that needs arguments: a detour of some steps without is better. */
const COST_OF_ARGUMENTS = 10;

type Field = GraphQLField<unknown, unknown>;

/** The way to a type: its last step, and the way there. */
interface Way {
  cost: number;
  root: GraphQLObjectType | undefined;
  /** Absent at the root. */
  from?: Way;
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
  readonly #ways = new Map<string, Way>();

  constructor(schema: GraphQLSchema) {
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    for (const root of roots) if (root) this.#explore(schema, root);
  }

  /** Returns an operation that selects a type; undefined if none does. */
  of(type: string): ExampleQuery | undefined {
    const way = this.#ways.get(type);
    if (!way?.from || !way.root) return undefined;
    const variables = new Map<string, string>();
    let selection = `{ ${leavesOf(way.type).join(' ')} }`;
    for (let step = way; step.from; step = step.from) {
      selection = step.field
        ? `{ ${callOf(step.field, variables)} ${pagedSelection(step.field, step.type, selection)} }`
        : `{ __typename ... on ${step.type.name} ${selection} }`;
    }
    const definitions = [...variables].map(([name, of]) => `$${name}: ${of}`).toReversed();
    const head = definitions.length > 0 ? `Example(${definitions.join(', ')})` : 'Example';
    const operation = way.root.name.toLowerCase();
    return {
      query: print(parse(`${operation} ${head} ${selection}`)),
      variables: Object.fromEntries([...variables.keys()].map((name) => [name, null])),
    };
  }

  /** Finds the cheapest ways from a root to types that no root before it leads to. */
  #explore(schema: GraphQLSchema, root: GraphQLObjectType): void {
    const open: Way[] = [{ cost: 0, root, type: root }];
    for (let way = open.shift(); way; way = open.shift()) {
      if (this.#ways.has(way.type.name)) continue;
      this.#ways.set(way.type.name, way);
      open.push(...stepsFrom(schema, way));
      open.sort((a, b) => a.cost - b.cost);
    }
  }
}

function stepsFrom(schema: GraphQLSchema, from: Way): Way[] {
  const { root, type, cost } = from;
  const steps: Way[] = [];
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

/** Returns a field with its arguments: the page size, and variables for what is required. */
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

/** Fields that say most about what has them, in their order in an example. */
const tellingFields = ['id', 'title', 'displayName', 'name', 'subject', 'path'];

/** Returns values of a type that need no arguments, those that tell most before all. */
function leavesOf(type: GraphQLCompositeType): string[] {
  if (!isObjectType(type) && !isInterfaceType(type)) return ['__typename'];
  const names = Object.values(type.getFields())
    .filter((field) => isLeafType(getNamedType(field.type)) && field.deprecationReason == null)
    .filter((field) => !field.args.some((argument) => isRequiredArgument(argument)))
    .map(({ name }) => name);
  const telling = tellingFields.filter((name) => names.includes(name));
  const fields = [...new Set([...telling, ...names])].slice(0, FIELDS_MAX);
  return fields.length > 0 ? fields : ['__typename'];
}
