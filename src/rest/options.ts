/** A JSON Schema, as OpenAPI 3.1 writes it. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** The methods of routes, as the methods of a path are usually read. */
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export type Method = (typeof methods)[number];

/** A route of a mutation, e.g. `POST /v1/orgs/{organizationId}/sites`. */
export type MutationRoute = `${Exclude<Method, 'GET'>} /v1/${string}`;

/**
 * The step that a read field adds to a path: absolute on `Query`, relative elsewhere. The full
 * paths are composed along the graph. A parameter is the argument of the same name, else the
 * argument `id`. `{name+}` takes the rest of the path, slashes included.
 */
export type ReadStep = `GET /${string}`;

export interface RestRead {
  route: ReadStep;
  /**
   * What the interface calls the operation; else it is named after the fields on the way. Where the
   * field is reached on several ways, ids by a type or a field (`Space.revision`) on the way: the
   * last step that has one decides, and its field before its type.
   */
  operationId?: string | Readonly<Record<string, string>>;
  /** What the reference calls an operation whose id does not say it well, by that id. */
  titles?: Readonly<Record<string, string>>;
  /** Arguments that the query string does not set. */
  without?: readonly string[];
  /** Answers `{ [as]: value }` for a field whose value is no resource, or a list without pages. */
  as?: string;
  /** What a 404 says where the field is null and no id is to blame; else that there is none. */
  missing?: string;
  /** Size of a page for those who do not ask for one, where the interface has one of its own. */
  limit?: number;
}

export interface RestMutation {
  /**
   * Routes by operation id; more than one where the interface has the operation in two families.
   */
  routes: Readonly<Record<string, MutationRoute>>;
  /** What the reference calls an operation whose id does not say it well, by that id. */
  titles?: Readonly<Record<string, string>>;
  /** The JSON form of what the body holds, where that is not the input's. It may fill any field. */
  body?: RestInput;
  /** The payload's field that is the answer; none for an empty one: 204, 201, or `{}` with 200. */
  result?: string;
  /** Success status; when absent, 204 for an empty answer, else 200. */
  status?: 200 | 201 | 204;
  /**
   * The response says where the resource is: at its own address, else below the path; or at this
   * template of path parameters and of texts of the answer.
   */
  location?: boolean | `/v1/${string}`;
  /** The operation can be refused with 412, until something else is done first. */
  precondition?: boolean;
  /**
   * The input field that `If-Match` fills: the id of the revision that the write expects. Where it
   * is another, the refusal is a 412.
   */
  ifMatch?: string;
  /** The body holds content, pages and files, and may be large. */
  holdsContent?: boolean;
  /** Input fields that a route does not take, by operation id. */
  without?: Readonly<Record<string, readonly string[]>>;
  /** Parameters of the answer's body that the query string may set. */
  parameters?: readonly string[];
}

export type RestFieldOption = ReadStep | RestRead | RestMutation;

/** A variable in a body's selection: it is a query parameter of every read that shows the body. */
export interface RestParameter {
  /** The GraphQL type, e.g. `Boolean!`. */
  type: string;
  /** The default as GraphQL writes it, e.g. `true`; none means null. */
  default?: string;
  description: string;
}

export interface RestBody {
  /** The value of `object` in the answer. */
  object?: string;
  /**
   * A GraphQL selection: aliases rename, `...Type` embeds the body of a type, a connection becomes
   * an array of its nodes. A connection with a body of its own is shown by that, with `next` as
   * lists have it.
   */
  fields: string;
  /** A member whose own members stand beside the others, which win: it is not there itself. */
  merge?: string;
  /** Response keys that are written as `null`; other nulls are left out. */
  nullable?: readonly string[];
  parameters?: Readonly<Record<string, RestParameter>>;
}

/** How `/v1` writes a one-of input: the fields of the given member, and its name beside them. */
export interface RestTag {
  /** The key of the name, which is written in snake case: `{ "operation": "insert_page", … }`. */
  tag: string;
}

/** How `/v1` may write an input in short. */
export interface RestWord {
  /** The field of an enum: one of its values stands for an input with that field alone. */
  word: string;
}

export interface RestInput {
  /** The JSON Schema of what `/v1` takes here. */
  schema: JsonSchema;
  /** Makes the GraphQL input value. @throws an Error whose message follows the field's name */
  parse(value: unknown): unknown;
}

/** How a scalar describes its values in OpenAPI, in the extensions of its type. */
export interface ScalarExtensions {
  /** May refer to bodies of types and to `definitions`, as `#/components/schemas/<name>`. */
  jsonSchema?: JsonSchema;
  /** Schemas of components that are no bodies of types, by their names. */
  definitions?: Readonly<Record<string, JsonSchema>>;
}

/** What the plugin keeps in the extensions of the schema. */
export interface RestExtensions {
  restField?: RestFieldOption;
  restBody?: RestBody;
  restInput?: RestInput;
  restForm?: RestTag | RestWord;
  limits?: JsonSchema;
}
