import type {
  DocumentNode,
  GraphQLInputObjectType,
  GraphQLInputType,
  GraphQLNamedType,
  GraphQLOutputType,
} from 'graphql';
import type { JsonSchema, Method, RestInput } from './options.ts';
import type { Write } from './represent.ts';

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
  /** The operation's default in place of that of the argument, as GraphQL writes it. */
  operationDefault?: string;
}

/** A field on the way from Query to what a read answers. */
export interface WalkStep {
  field: string;
  /** The parameter that selects the step's resource, for the message when there is none. */
  parameter: string | undefined;
  /** The message where no parameter selects it. */
  missing?: string | undefined;
}

/** How the data of an answer becomes a body. */
export type Answer =
  | { kind: 'resource'; type: GraphQLNamedType; write: Write }
  | { kind: 'list'; type: GraphQLNamedType; write: Write }
  /** A page of a list with a body of its own. */
  | { kind: 'page'; type: GraphQLNamedType; write: Write }
  | { kind: 'value'; as: string; type: GraphQLOutputType; write: Write }
  | { kind: 'empty' };

/** A route of `/v1`, compiled: everything that serving and describing it needs. */
export interface Route {
  operationId: string;
  /** What the reference calls the operation; undefined where the id says that. */
  title: string | undefined;
  method: Method;
  /** With `{parameters}`, as OpenAPI writes it. */
  path: string;
  wildcard: boolean;
  /** The prepared, validated operation. */
  document: DocumentNode;
  walk: readonly WalkStep[];
  pathParameters: readonly PathParameter[];
  queryParameters: readonly QueryParameter[];
  /** The input of a mutation, path parameters included. */
  input: GraphQLInputObjectType | undefined;
  /** Fields of the input that only other routes of the mutation have. */
  hiddenInputs: ReadonlySet<string>;
  /** How the body becomes fields of the input, where it has a form of its own. */
  body: RestInput | undefined;
  /** The input field that `If-Match` fills. */
  ifMatch: string | undefined;
  /** Whether the body may be large. */
  holdsContent: boolean;
  status: number;
  /** Whether the response says where the resource is, and at which template of path parameters. */
  location: boolean | string;
  /** Whether 412 is among the answers. */
  precondition: boolean;
  answer: Answer;
  /** Of the field that declares the route. */
  description: string;
  deprecated: string | undefined;
  /** The type that the route belongs to, for the reference: what it answers or changes. */
  tag: string;
}
