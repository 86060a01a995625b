import { maxHeaderSize } from 'node:http';
import type {
  DocumentNode,
  GraphQLInputObjectType,
  GraphQLInputType,
  GraphQLNamedType,
  GraphQLOutputType,
} from 'graphql';
import type { ResponseFormat } from '../plan/selections.ts';
import type { JsonSchema, Method, RestInput } from './options.ts';
import type { WriteValue } from './rest-serializer.ts';

/** Maximum length of a parameter in the path, in characters; paths of pages are the longest. */
export const PATH_PARAMETER_LENGTH_MAX = 2000;
/** Maximum length of an address with the headers, in bytes. */
export const ADDRESS_LENGTH_MAX = maxHeaderSize;

/** A path parameter and the variable that it fills. */
export interface PathParameter {
  name: string;
  type: GraphQLInputType;
  description: string;
  limits: JsonSchema | undefined;
}

/** A parameter of the query string and the variable that it fills. */
export interface QueryParameter {
  name: string;
  variable: string;
  type: GraphQLInputType;
  defaultValue: unknown;
  description: string;
  limits: JsonSchema | undefined;
  /** Default of the operation, which overrides that of the argument, in GraphQL syntax. */
  operationDefault?: string;
}

/** A field on the path from Query to the value that a read returns. */
export interface WalkStep {
  field: string;
  /** The parameter that selects the step's resource; a 404 names it. */
  parameter: string | undefined;
  /** Message of the 404 if no parameter selects the resource. */
  notFoundMessage?: string | undefined;
}

/** Response key of the content revision's id, on each step that has one. */
export const REVISION_KEY = 'taggedRevision';

/** The kind of a successful response, and the conversion of its data to a body. */
export type ResponseShape =
  | { kind: 'resource'; type: GraphQLNamedType; write: WriteValue }
  | { kind: 'list'; type: GraphQLNamedType; write: WriteValue }
  /** A page of a list that has a body of its own. */
  | { kind: 'page'; type: GraphQLNamedType; write: WriteValue }
  | { kind: 'value'; as: string; type: GraphQLOutputType; write: WriteValue }
  | { kind: 'empty' };

/** A compiled route of `/v1`, with all that is needed to serve and describe it. */
export interface Route {
  operationId: string;
  /** Title of the operation in the reference; undefined if it follows from the id. */
  title: string | undefined;
  method: Method;
  /** With `{parameters}`, in OpenAPI syntax. */
  path: string;
  wildcard: boolean;
  /** The prepared, validated operation. */
  document: DocumentNode;
  walk: readonly WalkStep[];
  pathParameters: readonly PathParameter[];
  queryParameters: readonly QueryParameter[];
  /** Input type of a mutation, path parameters included. */
  input: GraphQLInputObjectType | undefined;
  /** Input fields that only other routes of the mutation accept. */
  hiddenInputs: ReadonlySet<string>;
  /** Parses the body, if its JSON differs from the input's. */
  body: RestInput | undefined;
  /** The input field that `If-Match` fills. */
  ifMatch: string | undefined;
  /** Whether the body may contain content, and so may be large. */
  holdsContent: boolean;
  status: number;
  /** Whether the response has a `Location`; a string is the template of its path. */
  location: boolean | string;
  /** Whether the operation can return 412. */
  precondition: boolean;
  response: ResponseShape;
  /** Format in which a planned response is written; undefined for an empty one. */
  format: ResponseFormat | undefined;
  /** Description of the field that declares the route. */
  description: string;
  deprecated: string | undefined;
  /** True if the common tools of `/mcp` omit the route. */
  isRare: boolean;
  /** True if it needs no API token. */
  open: boolean;
  /** The type that the reference groups the route under: the one that it returns or changes. */
  tag: string;
}
