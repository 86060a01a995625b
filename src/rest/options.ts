/** A JSON Schema, as in OpenAPI 3.1. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** The methods of routes, in their conventional order. */
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export type Method = (typeof methods)[number];

/** A route of a mutation, e.g. `POST /v1/orgs/{organizationId}/sites`. */
export type MutationRoute = `${Exclude<Method, 'GET'>} /v1/${string}`;

/**
 * The path step of a read field: absolute on `Query`, relative elsewhere. Full paths are composed
 * along the graph. A parameter fills the argument of the same name, or else the argument `id`.
 * `{name+}` matches the rest of the path, slashes included.
 */
export type ReadStep = `GET /${string}`;

export interface RestRead {
  route: ReadStep;
  /**
   * Operation id of the interface; otherwise derived from the fields of the walk. A field that
   * several walks reach has ids by a type or field (`Space.revision`) of the walk. The last step
   * with an id decides, and its field before its type.
   */
  operationId?: string | Readonly<Record<string, string>>;
  /** The field that the walk must contain, e.g. `Query.viewer`: other walks have no route. */
  below?: string;
  /** Titles by operation id, for ids that make no good title. */
  titles?: Readonly<Record<string, string>>;
  /** Arguments without a query parameter. */
  without?: readonly string[];
  /** Returns `{ [as]: value }`, for a field that is not a resource or is a list without pages. */
  as?: string;
  /** Message of the 404 for a null field that no id selects. */
  notFoundMessage?: string;
  /** Default page size, if the interface defines one for this list. */
  limit?: number;
  /** Reason why the route is deprecated, if the field is not. */
  deprecated?: string;
  /** As in `RestBody`, for this route and those below it. */
  rare?: true;
  /** True if the route needs no API token. */
  open?: boolean;
}

export interface RestMutation {
  /** Routes by operation id; several if the interface has the operation in two families. */
  routes: Readonly<Record<string, MutationRoute>>;
  /** Titles by operation id, for ids that make no good title. */
  titles?: Readonly<Record<string, string>>;
  /** JSON form of the body, if it differs from the input's. It may fill any field. */
  body?: RestInput;
  /**
   * The payload field that is returned. If absent, the response is empty: 204, 201, or `{}` with
   * 200.
   */
  result?: string;
  /** Success status. Defaults to 204 for an empty response, else to 200. */
  status?: 200 | 201 | 204;
  /**
   * Sends a `Location`: the resource's own address, or else one below the path. A string is a
   * template of path parameters and of texts in the response.
   */
  location?: boolean | `/v1/${string}`;
  /** The operation can return 412 until another step is done. */
  precondition?: boolean;
  /**
   * The input field that `If-Match` fills: the id of the expected revision. A mismatch returns 412.
   */
  ifMatch?: string;
  /** The body contains pages or files, and may be large. */
  holdsContent?: boolean;
  /** Input fields that a route does not accept, by operation id. */
  without?: Readonly<Record<string, readonly string[]>>;
  /** Parameters of the response body that the query string may set. */
  parameters?: readonly string[];
  /** As in `RestBody`, for the routes of the mutation. */
  rare?: true;
}

export type RestFieldOption = ReadStep | RestRead | RestMutation;

/**
 * A variable in a body's selection. Every read that returns the body has it as a query parameter.
 */
export interface RestParameter {
  /** The GraphQL type, e.g. `Boolean!`. */
  type: string;
  /** Default in GraphQL syntax, e.g. `true`; if absent, null. */
  default?: string;
  description: string;
}

export interface RestBody {
  /** Value of `object` in the response. */
  object?: string;
  /**
   * A GraphQL selection: aliases rename, `...Type` embeds the body of a type, and a connection
   * becomes an array of its nodes. A connection with a body of its own uses that, with `next` as in
   * lists.
   */
  fields: string;
  /**
   * The field with the id of the resource's content revision. Its entity tags start with the id, so
   * that a write accepts them as `If-Match`. With `below`, this also applies to all resources below
   * it.
   */
  revision?: { field: string; below?: boolean };
  /** A member that is replaced by its own members. Members of the body win over them. */
  merge?: string;
  /** Response keys that are written as `null`; other nulls are omitted. */
  nullable?: readonly string[];
  parameters?: Readonly<Record<string, RestParameter>>;
  /**
   * People rarely ask an agent for it, such as settings and earlier states: its operations are
   * omitted from the common tools of `/mcp`.
   */
  rare?: true;
}

/** REST form of a one-of input: the fields of the chosen member, and its name beside them. */
export interface RestDiscriminator {
  /** Key of the member's name, which is in snake case: `{ "operation": "insert_page", … }`. */
  tag: string;
}

/** Shorthand of an input on `/v1`. */
export interface RestShorthand {
  /** An enum field: each of its values is short for an input with that field alone. */
  word: string;
}

export interface RestInput {
  /** JSON Schema of the REST form. */
  schema: JsonSchema;
  /**
   * Converts the REST form to the GraphQL input. @throws an Error whose message follows the field's
   * name
   */
  parse(value: unknown): unknown;
}

/** A scalar's description of its values for OpenAPI, in the extensions of its type. */
export interface ScalarExtensions {
  /** May refer to bodies of types and to `definitions`, as `#/components/schemas/<name>`. */
  jsonSchema?: JsonSchema;
  /** Schemas, by name, of components that are not bodies of types. */
  definitions?: Readonly<Record<string, JsonSchema>>;
}

/** Extensions of the schema that the plugin sets. */
export interface RestExtensions {
  restField?: RestFieldOption;
  restBody?: RestBody;
  restInput?: RestInput;
  restForm?: RestDiscriminator | RestShorthand;
  limits?: JsonSchema;
}
