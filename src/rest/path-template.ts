import { methods, type Method } from './options.ts';

/** A parsed route: `GET /v1/spaces/{spaceId}/content/path/{pagePath+}`. */
export interface PathTemplate {
  method: Method;
  /** In OpenAPI syntax: `/v1/spaces/{spaceId}/content/path/{pagePath}`. */
  path: string;
  /** Names of the parameters, in order. */
  parameters: readonly string[];
  /** Whether the last parameter matches the rest of the path. */
  wildcard: boolean;
}

const SEGMENT = /\/(?:[A-Za-z0-9_-]+|\{[A-Za-z]+\+?\})/.source;
const routePattern = new RegExp(`^(${methods.join('|')}) ((?:${SEGMENT})+)$`);

/** Parses a route. @throws when it is malformed */
export function parseRoute(route: string): PathTemplate {
  const match = routePattern.exec(route);
  if (!match) throw new Error(`"${route}" is no route: write e.g. "GET /sites/{siteId}".`);
  const [, method, path = ''] = match;
  const names = [...path.matchAll(/\{([A-Za-z]+)(\+?)\}/g)];
  const wildcardAt = names.findIndex(([, , plus]) => plus === '+');
  if (wildcardAt >= 0 && (wildcardAt < names.length - 1 || !path.endsWith('+}'))) {
    throw new Error(`"${route}": only the last segment can take the rest of the path.`);
  }
  return {
    method: method as Method,
    path: path.replaceAll('+}', '}'),
    parameters: names.map(([, name = '']) => name),
    wildcard: wildcardAt >= 0,
  };
}
