import { isObjectType, type GraphQLSchema } from 'graphql';
import { restField } from './extensions.ts';
import { mutationRoutes } from './mutation-routes.ts';
import { withCoordinate } from './with-coordinate.ts';
import type { RestRead } from './options.ts';
import { readRoutes } from './read-routes.ts';
import type { Route } from './route.ts';

/** Compiled routes by schema: compiling takes some hundred milliseconds. */
const compiled = new WeakMap<GraphQLSchema, readonly Route[]>();

/**
 * Compiles every route of `/v1` from the schema. Reads follow the fields with a step from Query;
 * mutations state their routes. An invalid declaration stops the build. Gateways on one schema
 * share its routes.
 *
 * @throws naming the faulty field or the two routes that exclude each other
 */
export function compileRoutes(schema: GraphQLSchema): readonly Route[] {
  const known = compiled.get(schema);
  if (known) return known;
  const routes = [...readRoutes(schema), ...mutationRoutes(schema)];
  const ids = new Map<string, string>();
  const paths = new Map<string, string>();
  for (const { operationId, method, path } of routes) {
    const key = `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`;
    const id = ids.get(key);
    if (id !== undefined) throw new Error(`${operationId} and ${id} both serve ${key}.`);
    const other = paths.get(operationId);
    if (other !== undefined) {
      throw new Error(
        `${operationId} serves ${other} and ${key}. Give its field an operation id for each walk.`,
      );
    }
    ids.set(key, operationId);
    paths.set(operationId, key);
  }
  checkOperationIds(schema, new Set(routes.map(({ operationId }) => operationId)));
  compiled.set(schema, routes);
  return routes;
}

/** Checks that every declared operation id and title belongs to a route. */
function checkOperationIds(schema: GraphQLSchema, served: ReadonlySet<string>): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const { operationId = {}, titles = {} } = (restField(field) ?? {}) as Partial<RestRead>;
      const ids = typeof operationId === 'string' ? [operationId] : Object.values(operationId);
      const unused = [...ids, ...Object.keys(titles)].find((id) => !served.has(id));
      if (unused === undefined) continue;
      withCoordinate(`${type.name}.${field.name}`, () => {
        throw new Error(`no route has the operation id "${unused}"`);
      });
    }
  }
}
