import type { FastifyInstance, InjectOptions } from 'fastify';

/** A response of `/graphql`. */
export interface GraphQLAnswer<Data> {
  status: number;
  data: Data;
  errors?: {
    message: string;
    path?: unknown[];
    extensions: { code: string } & Record<string, unknown>;
  }[];
}

/** A response of `/v1`. */
export interface RestAnswer<Body> {
  status: number;
  body: Body;
  headers: Record<string, string | undefined>;
}

// Each test knows the type of its responses.
// oxlint-disable-next-line typescript/no-explicit-any
type Anything = any;

/** A client of both surfaces, with or without a token. */
export class Client {
  readonly userId: string;
  readonly #app: FastifyInstance;
  readonly token: string | undefined;

  constructor(app: FastifyInstance, userId: string, token: string | undefined) {
    this.#app = app;
    this.userId = userId;
    this.token = token;
  }

  /** Runs an operation, and returns any result. */
  async graphql<Data = Anything>(
    query: string,
    variables: Record<string, unknown> = {},
    headers?: Record<string, string>,
  ): Promise<GraphQLAnswer<Data>> {
    const response = await this.#inject('POST', '/graphql', { query, variables }, headers);
    return { status: response.statusCode, ...response.json<Omit<GraphQLAnswer<Data>, 'status'>>() };
  }

  /** Returns the body of an operation's response. */
  async raw(
    query: string,
    variables: Record<string, unknown> = {},
    headers?: Record<string, string>,
  ): Promise<string> {
    return (await this.#inject('POST', '/graphql', { query, variables }, headers)).body;
  }

  /** Runs an operation that must succeed, and returns its data. */
  async query<Data = Anything>(
    query: string,
    variables: Record<string, unknown> = {},
  ): Promise<Data> {
    const { data, errors } = await this.graphql<Data>(query, variables);
    if (errors) throw new Error(`The operation failed: ${JSON.stringify(errors)}`);
    return data;
  }

  /** Returns the code of an operation's first error; undefined if it succeeds. */
  async errorCode(
    query: string,
    variables: Record<string, unknown> = {},
  ): Promise<string | undefined> {
    const { errors } = await this.graphql(query, variables);
    return errors?.[0]?.extensions.code;
  }

  get<Body = Anything>(url: string, headers?: Record<string, string>): Promise<RestAnswer<Body>> {
    return this.#rest('GET', url, undefined, headers);
  }

  post<Body = Anything>(
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<RestAnswer<Body>> {
    return this.#rest('POST', url, body, headers);
  }

  put<Body = Anything>(
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<RestAnswer<Body>> {
    return this.#rest('PUT', url, body, headers);
  }

  patch<Body = Anything>(
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<RestAnswer<Body>> {
    return this.#rest('PATCH', url, body, headers);
  }

  delete<Body = Anything>(
    url: string,
    headers?: Record<string, string>,
  ): Promise<RestAnswer<Body>> {
    return this.#rest('DELETE', url, undefined, headers);
  }

  async #rest<Body>(
    method: string,
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<RestAnswer<Body>> {
    const response = await this.#inject(method, url, body, headers);
    return {
      status: response.statusCode,
      body: (response.body === '' ? undefined : response.json()) as Body,
      headers: response.headers as Record<string, string | undefined>,
    };
  }

  #inject(method: string, url: string, body?: unknown, headers: Record<string, string> = {}) {
    return this.#app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url,
      headers: {
        ...headers,
        ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
  }
}
