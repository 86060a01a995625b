import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';

/** The fields by which a type refers to another one. */
export interface Relation {
  from: string;
  to: string;
  /** Names of the fields. */
  fields: string[];
  /** True if one of them is a list. */
  isMany: boolean;
}

/** Returns the relations between the types of a schema. Types that only wrap others are omitted. */
export function findTypeRelations(schema: GraphQLSchema): Relation[] {
  return Object.values(schema.getTypeMap()).flatMap((type) => relationsOf(type));
}

/** Checks whether a type only wraps others: of a list, or the result of a mutation. */
export function isWrapper(type: string): boolean {
  return /(?:Connection|Edge|Payload)$/.test(type);
}

/** Returns the type of the nodes of a connection; of any other type, the type itself. */
export function withoutPaging(type: GraphQLNamedType): GraphQLNamedType {
  const nodes = isObjectType(type) ? type.getFields()['nodes'] : undefined;
  return nodes && type.name.endsWith('Connection') ? getNamedType(nodes.type) : type;
}

function relationsOf(type: GraphQLNamedType): Relation[] {
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  if (type.name.startsWith('__') || isWrapper(type.name)) return [];
  const relations = new Map<string, Relation>();
  for (const { name, type: fieldType } of Object.values(type.getFields())) {
    const target = withoutPaging(getNamedType(fieldType));
    if (isWrapper(target.name) || !isCompositeType(target)) continue;
    const relation = relations.get(target.name) ?? {
      ...{ from: type.name, to: target.name, fields: [], isMany: false },
    };
    relation.fields.push(name);
    relation.isMany ||= getNamedType(fieldType) !== target || String(fieldType).includes('[');
    relations.set(target.name, relation);
  }
  return [...relations.values()];
}

/**
 * Returns the relations between nodes (types with an id), as few as show how they belong together:
 * lists, and references without a list in either direction. References to users are omitted: they
 * only say who did something. An interface replaces its types if all of them are nodes.
 */
export function selectMainRelations(schema: GraphQLSchema, all: readonly Relation[]): Relation[] {
  const node = schema.getType('Node');
  const nodes = new Set(isAbstractType(node) ? schema.getPossibleTypes(node) : []);
  const shown = new Set([...nodes].map(({ name }) => name));
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isInterfaceType(type) || type === node) continue;
    const types = schema.getPossibleTypes(type);
    if (!types.every((one) => nodes.has(one)) || !all.some(({ to }) => to === type.name)) continue;
    for (const { name } of types) shown.delete(name);
    shown.add(type.name);
  }
  const between = all.filter(({ from, to }) => shown.has(from) && shown.has(to) && to !== 'User');
  const lists = between.filter(({ isMany }) => isMany);
  const hasList = (one: string, other: string) =>
    lists.some(({ from, to }) => (from === one && to === other) || (from === other && to === one));
  return between.filter(({ from, to, isMany }) => isMany || !hasList(from, to));
}
