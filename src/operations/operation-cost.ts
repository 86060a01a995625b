import {
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  typeFromAST,
  TypeMetaFieldDef,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { getArgumentValues } from 'graphql/execution/values.js';
import { coerceVariables } from './coerce-variables.ts';
import { introspectionSizes } from './introspection-sizes.ts';

/** Upper limit of the work that an operation can cause. */
export interface OperationCost {
  /** Fields that are resolved when every list is as long as its page allows. */
  cost: number;
  /** Levels of nested fields. */
  depth: number;
}

/** The cost of an operation for given variables. */
export interface CostForVariables extends OperationCost {
  /** Names of the variables whose values made it: no other variable changes it. */
  variablesRead: ReadonlySet<string>;
}

/** Declaration of `complexity` of a field (which a Pothos plugin stores in the extensions). */
type Complexity =
  | number
  | { field?: number; multiplier?: number }
  | ((args: Record<string, unknown>) => { field?: number; multiplier?: number });

/** Cost of a field of the introspection: none of them waits, so others wait for all of them. */
const INTROSPECTION_FIELD_COST = 15;

interface Walk {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  variables: Record<string, unknown>;
  /** Costs of fragments: each is walked once, however often it is spread. */
  known: Map<string, OperationCost>;
  /** The variables from which costs were computed. */
  variablesRead: Set<string>;
}

/**
 * Reads the variables as the execution does, with their defaults. Returns the errors of those that
 * do not fit, which the execution would report again.
 */
export function readOperationVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  given: Record<string, unknown>,
): { coerced: Record<string, unknown> } | { errors: readonly GraphQLError[] } {
  return coerceVariables(schema, operation.variableDefinitions ?? [], given);
}

/**
 * The cost of the operation that will run. Linear in the size of the document, however its
 * fragments nest.
 *
 * @param variables as `readOperationVariables` returns them
 */
export function operationCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): CostForVariables {
  const fragments = document.definitions.filter(
    (definition) => definition.kind === Kind.FRAGMENT_DEFINITION,
  );
  const walk: Walk = {
    schema,
    fragments: new Map(fragments.map((fragment) => [fragment.name.value, fragment])),
    variables,
    known: new Map(),
    variablesRead: new Set(),
  };
  const root = schema.getRootType(operation.operation);
  const total = root ? selectionCost(walk, root, operation.selectionSet) : { cost: 0, depth: 0 };
  return { ...total, cost: Math.ceil(total.cost), variablesRead: walk.variablesRead };
}

function selectionCost(
  walk: Walk,
  type: GraphQLNamedType,
  { selections }: SelectionSetNode,
): OperationCost {
  const total: OperationCost = { cost: 0, depth: 0 };
  // An object is of one type, so of fragments on several types only the dearest one counts.
  const ofTypes = new Map<GraphQLNamedType, number>();
  for (const selection of selections) {
    const part =
      selection.kind === Kind.FIELD
        ? fieldCost(walk, type, selection)
        : selection.kind === Kind.FRAGMENT_SPREAD
          ? fragmentCost(walk, selection.name.value)
          : selectionCost(
              walk,
              selection.typeCondition
                ? (typeFromAST(walk.schema, selection.typeCondition) ?? type)
                : type,
              selection.selectionSet,
            );
    const only = isAbstractType(type) ? objectTypeOf(walk, selection) : undefined;
    if (only) ofTypes.set(only, (ofTypes.get(only) ?? 0) + part.cost);
    else total.cost += part.cost;
    total.depth = Math.max(total.depth, part.depth);
  }
  return { ...total, cost: total.cost + Math.max(0, ...ofTypes.values()) };
}

/** Returns the only object type that a selection applies to; undefined if it can be of several. */
function objectTypeOf(walk: Walk, selection: SelectionNode): GraphQLObjectType | undefined {
  if (selection.kind === Kind.FIELD) return undefined;
  const condition =
    selection.kind === Kind.FRAGMENT_SPREAD
      ? walk.fragments.get(selection.name.value)?.typeCondition
      : selection.typeCondition;
  const type = condition && typeFromAST(walk.schema, condition);
  return isObjectType(type) ? type : undefined;
}

function fragmentCost(walk: Walk, name: string): OperationCost {
  const known = walk.known.get(name);
  if (known) return known;
  const fragment = walk.fragments.get(name);
  const type = fragment && typeFromAST(walk.schema, fragment.typeCondition);
  const cost =
    fragment && type ? selectionCost(walk, type, fragment.selectionSet) : { cost: 0, depth: 0 };
  walk.known.set(name, cost);
  return cost;
}

function fieldCost(walk: Walk, parent: GraphQLNamedType, node: FieldNode): OperationCost {
  const field = fieldOf(parent, node.name.value);
  // What is left is `__typename`.
  if (!field) return { cost: 1, depth: 1 };
  const { own, multiplier } = isIntrospectionType(parent)
    ? introspectionCost(walk, field)
    : declaredCost(walk, field, node);
  const below = node.selectionSet
    ? selectionCost(walk, getNamedType(field.type), node.selectionSet)
    : { cost: 0, depth: 0 };
  return { cost: own + multiplier * below.cost, depth: 1 + below.depth };
}

function fieldOf(
  parent: GraphQLNamedType,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  const ofSchema = [SchemaMetaFieldDef, TypeMetaFieldDef].find((field) => field.name === name);
  if (ofSchema) return ofSchema;
  return isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
}

/** A schema is small, but its lists nest, and a document can ask for each many times. */
function introspectionCost({ schema }: Walk, { name }: GraphQLField<unknown, unknown>) {
  const multiplier = introspectionSizes(schema).get(name) ?? 1;
  return { own: INTROSPECTION_FIELD_COST, multiplier };
}

function declaredCost(walk: Walk, field: GraphQLField<unknown, unknown>, node: FieldNode) {
  const declared = field.extensions['complexity'] as Complexity | undefined;
  const complexity =
    typeof declared === 'function' ? computedCost(walk, field, node, declared) : declared;
  if (complexity === undefined || typeof complexity === 'number') {
    return { own: complexity ?? 1, multiplier: 1 };
  }
  // A page of a negative size is refused where it is read; it must not make up for another one.
  return { own: complexity.field ?? 1, multiplier: Math.max(complexity.multiplier ?? 1, 0) };
}

function computedCost(
  walk: Walk,
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  compute: Extract<Complexity, (...args: never) => unknown>,
) {
  const noteVariables = (isRead: (argument: string) => boolean) => {
    for (const { name, value } of node.arguments ?? []) {
      if (isRead(name.value)) noteVariablesOf(value, walk.variablesRead);
    }
  };
  try {
    const args = getArgumentValues(field, node, walk.variables);
    const read = new Set<PropertyKey>();
    const noting = new Proxy(args, {
      get: (target, name) => {
        read.add(name);
        return Reflect.get(target, name) as unknown;
      },
    });
    const cost = compute(noting);
    noteVariables((argument) => read.has(argument));
    return cost;
  } catch {
    // Arguments that do not fit are refused by the execution, which says why.
    noteVariables(() => true);
    return undefined;
  }
}

/** Adds the names of the variables in a value. */
function noteVariablesOf(value: ValueNode, names: Set<string>): void {
  switch (value.kind) {
    case Kind.VARIABLE:
      names.add(value.name.value);
      break;
    case Kind.LIST:
      for (const item of value.values) noteVariablesOf(item, names);
      break;
    case Kind.OBJECT:
      for (const field of value.fields) noteVariablesOf(field.value, names);
      break;
    default:
  }
}
