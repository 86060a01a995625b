import {
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';

/** Share of the types that wrap another type. */
const WRAPPING_TYPES = 0.5;

const sizesBySchema = new WeakMap<GraphQLSchema, ReadonlyMap<string, number>>();

/**
 * Returns how many items the lists of the introspection have, by the names of their fields: all
 * types and directives, and of what a type or field has the mean over the schema.
 */
export function introspectionSizes(schema: GraphQLSchema): ReadonlyMap<string, number> {
  let sizes = sizesBySchema.get(schema);
  if (!sizes) sizesBySchema.set(schema, (sizes = countItems(schema)));
  return sizes;
}

function countItems(schema: GraphQLSchema): ReadonlyMap<string, number> {
  const types = Object.values(schema.getTypeMap());
  const mean = (count: (type: GraphQLNamedType) => number) =>
    types.reduce((total, type) => total + count(type), 0) / types.length;
  const fieldsOf = (type: GraphQLNamedType) =>
    isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
  const fields = mean((type) => fieldsOf(type).length);
  const args = mean((type) => fieldsOf(type).reduce((sum, field) => sum + field.args.length, 0));
  return new Map([
    ['types', types.length],
    ['ofType', WRAPPING_TYPES],
    ['directives', schema.getDirectives().length],
    ['fields', fields],
    ['args', args / fields],
    ['inputFields', mean((type) => countOf(isInputObjectType(type) && type.getFields()))],
    ['enumValues', mean((type) => (isEnumType(type) ? type.getValues().length : 0))],
    [
      'interfaces',
      mean((type) =>
        isObjectType(type) || isInterfaceType(type) ? type.getInterfaces().length : 0,
      ),
    ],
    [
      'possibleTypes',
      mean((type) => (isAbstractType(type) ? schema.getPossibleTypes(type).length : 0)),
    ],
  ]);
}

function countOf(members: object | false): number {
  return members ? Object.keys(members).length : 0;
}
