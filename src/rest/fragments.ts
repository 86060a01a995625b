import {
  isAbstractType,
  isLeafType,
  isObjectType,
  Kind,
  parse,
  visit,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';
import { restBody } from './extensions.ts';
import type { RestParameter } from './options.ts';

/** The bodies that a selection embeds, a fragment per type, and the variables in them. */
export interface Fragments {
  definitions: FragmentDefinitionNode[];
  parameters: Map<string, RestParameter>;
}

/** Collects the bodies of a type and of all types that it embeds. @throws naming a missing body */
export function fragmentsOf(schema: GraphQLSchema, type: GraphQLNamedType): Fragments {
  const found = new Map<string, FragmentDefinitionNode>();
  const parameters = new Map<string, RestParameter>();
  const add = (name: string, by: string): void => {
    if (found.has(name)) return;
    const embedded = schema.getType(name);
    if (!embedded) throw new Error(`The body of ${by} embeds ...${name}, which is no type.`);
    const definition = fragmentOf(schema, embedded, by);
    found.set(name, definition);
    for (const [key, parameter] of Object.entries(restBody(embedded)?.parameters ?? {})) {
      parameters.set(key, parameter);
    }
    visit(definition, { FragmentSpread: (spread) => add(spread.name.value, name) });
  };
  add(type.name, 'a route');
  return { definitions: [...found.values()], parameters };
}

/** Returns `{ ...Type }` for a type with a body; undefined for a leaf. */
export function embeddingOf(type: GraphQLNamedType): SelectionSetNode | undefined {
  if (isLeafType(type)) return undefined;
  const name = { kind: Kind.NAME, value: type.name } as const;
  return { kind: Kind.SELECTION_SET, selections: [{ kind: Kind.FRAGMENT_SPREAD, name }] };
}

/** Checks whether a selection embeds exactly the body of the type, as `embeddingOf` does. */
export function embeds(type: GraphQLNamedType, { selections }: SelectionSetNode): boolean {
  const [only, more] = selections;
  return only?.kind === Kind.FRAGMENT_SPREAD && !more && only.name.value === type.name;
}

/** A key of a body and the field that fills it. */
export interface BodyMember {
  key: string;
  field: GraphQLField<unknown, unknown>;
  selectionSet: SelectionSetNode | undefined;
}

/** Yields the members that a selection adds to an object, in order, with embedded ones. */
export function* membersOf(
  type: GraphQLObjectType,
  selectionSet: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Iterable<BodyMember> {
  for (const selection of selectionSet.selections) {
    if (selection.kind === Kind.FIELD) {
      const field = type.getFields()[selection.name.value];
      if (!field) throw new Error(`${type.name} has no field "${selection.name.value}".`);
      const key = selection.alias?.value ?? selection.name.value;
      yield { key, field, selectionSet: selection.selectionSet };
    } else if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = fragments.get(selection.name.value);
      if (fragment) yield* membersOf(type, fragment.selectionSet, fragments);
    }
  }
}

function fragmentOf(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
  by: string,
): FragmentDefinitionNode {
  const body = restBody(type);
  if (body && isObjectType(type)) return parseFragment(type.name, body.fields);
  if (isAbstractType(type)) {
    const members = schema.getPossibleTypes(type).filter((member) => restBody(member));
    if (members.length > 0) {
      const spreads = members.map((member) => `...${member.name}`).join(' ');
      return parseFragment(type.name, `__typename ${spreads}`);
    }
  }
  throw new Error(`${by} shows ${type.name} on /v1, but that type declares no REST body.`);
}

function parseFragment(typeName: string, fields: string): FragmentDefinitionNode {
  try {
    const document = parse(`fragment ${typeName} on ${typeName} { ${fields} }`, {
      noLocation: true,
    });
    const [definition] = document.definitions;
    if (definition?.kind === Kind.FRAGMENT_DEFINITION) return definition;
  } catch (error) {
    throw new Error(`The REST body of ${typeName} is no selection: ${String(error)}`, {
      cause: error,
    });
  }
  throw new Error(`The REST body of ${typeName} is no selection.`);
}
