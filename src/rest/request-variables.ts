import { badInput } from '../errors.ts';
import { parseEntityTags } from '../lib/entity-tags.ts';
import { REST_PAGE_SIZE_MAX } from '../pagination/page-request.ts';
import { coerceJson, coerceTexts, parseRestForm } from './coerce.ts';
import { sizeError } from './list-limits.ts';
import type { Route } from './route.ts';
import { revisionOfTag } from './send-with-tag.ts';
import { unstorableText } from './unstorable-text.ts';

/** The parts of a request, from the HTTP server. */
export interface RestRequest {
  /** Decoded path parameters by name. */
  path: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** Undefined if the request has no body. */
  body: unknown;
  /** Value of the header `If-Match`. */
  ifMatch?: string | undefined;
}

/** Maximum number of revisions in one `If-Match`: the write is tried for each. */
const EXPECTED_MAX = 10;

/**
 * Returns the revisions in `If-Match`, one of which the write expects. `*` or no header accepts any
 * revision, since the resource exists.
 *
 * @throws BAD_USER_INPUT for an invalid list of entity tags, or too many
 */
export function expectedRevisions(
  { ifMatch: name }: Route,
  ifMatch: string | undefined,
): [string | undefined, ...string[]] {
  if (name === undefined || ifMatch === undefined) return [undefined];
  const tags = parseEntityTags(ifMatch);
  if (tags === '*') return [undefined];
  if (tags === null || tags.length > EXPECTED_MAX || tags.includes('')) {
    throw badInput(
      'The header "If-Match" must be the id of a revision in double quotes, the ETag of a read of ' +
        `the content or of a part of it, a list of at most ${EXPECTED_MAX} of these, or *.`,
    );
  }
  const [first, ...others] = tags.map(revisionOfTag);
  return [first, ...others];
}

/**
 * Returns the variables of a route's operation.
 *
 * @param expected the revision in `If-Match`
 * @throws BAD_USER_INPUT naming the problem
 */
export function requestVariables(
  route: Route,
  request: RestRequest,
  expected?: string,
): Record<string, unknown> {
  const refused = unstorableText(Object.fromEntries(request.query)) ?? unstorableText(request.body);
  if (refused) throw refused;
  const query = queryVariables(route, request.query);
  if (!route.input) return { ...request.path, ...query };
  return { input: inputOf(route, request, expected), ...query };
}

function queryVariables(route: Route, query: URLSearchParams): Record<string, unknown> {
  const variables: Record<string, unknown> = {};
  for (const name of new Set(query.keys())) {
    const parameter = route.queryParameters.find((candidate) => candidate.name === name);
    if (!parameter) throw badInput(`The query parameter "${name}" is not known here.`, [name]);
    const value = coerceTexts(parameter.type, query.getAll(name), name);
    if (name === 'limit') checkLimit(value as number);
    variables[parameter.variable] = value;
  }
  for (const { name, variable, type, defaultValue } of route.queryParameters) {
    if (String(type).endsWith('!') && defaultValue === undefined && !(variable in variables)) {
      throw badInput(`The query parameter "${name}" is required.`, [name]);
    }
  }
  return variables;
}

function checkLimit(limit: number): void {
  if (limit < 0 || limit > REST_PAGE_SIZE_MAX) {
    throw badInput(`"limit" must be 0 to ${REST_PAGE_SIZE_MAX}, but is ${limit}.`, ['limit']);
  }
}

/** Merges the path parameters and the body; fields in both must be equal. */
function inputOf(route: Route, { path, body }: RestRequest, expected?: string): unknown {
  if (!route.input) return undefined;
  const given = body === undefined ? {} : body;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw badInput('The body must be a JSON object.');
  }
  const hidden = route.hiddenInputs;
  for (const [name, value] of Object.entries(given)) {
    if (hidden.has(name)) throw badInput(`"${name}" is not known here.`, [name]);
    if (Object.hasOwn(path, name) && path[name] !== value) {
      throw badInput(`"${name}" in the body differs from the one in the path.`, [name]);
    }
  }
  const fields = { ...fieldsOf(route, given, path), ...path };
  const tooLarge = sizeError(route.input, fields, []);
  if (tooLarge) throw tooLarge;
  return coerceJson(route.input, { ...fields, ...expectedField(route, given, expected) }, []);
}

/** Returns the input fields that a body fills. */
function fieldsOf({ body }: Route, given: object, path: RestRequest['path']): object {
  if (!body) return given;
  const entries = Object.entries(given).filter(([name]) => !Object.hasOwn(path, name));
  return parseRestForm(() => body.parse(Object.fromEntries(entries)), []) as object;
}

/** Returns the input field with the revision in `If-Match`. */
function expectedField({ ifMatch: name }: Route, body: object, expected?: string): object {
  if (name === undefined || expected === undefined) return {};
  const given = (body as Record<string, unknown>)[name];
  if (given !== undefined && given !== expected) {
    throw badInput(`"${name}" in the body differs from the header "If-Match".`, [name]);
  }
  return { [name]: expected };
}
