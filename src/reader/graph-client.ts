import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

/** Result of an operation. */
export interface GraphAnswer<Data> {
  data: Data | null;
  /** Codes of the errors. */
  codes: string[];
  /** Message of the first error; null without errors. */
  problem: string | null;
}

/** Sends the operations of one reader to `/graphql`. */
export interface GraphClient {
  ask<Data>(query: string, variables: Record<string, unknown>): Promise<GraphAnswer<Data>>;
}

/**
 * Creates a client of the graph within this process: the requests take the way of all others, but
 * for the network.
 *
 * @param token API token of the reader; undefined for an anonymous one
 */
export function createGraphClient(
  app: FastifyInstance,
  { token, requestId }: { token: string | undefined; requestId: string },
): GraphClient {
  return {
    async ask<Data>(query: string, variables: Record<string, unknown>): Promise<GraphAnswer<Data>> {
      const response = await app.inject({
        method: 'POST',
        url: '/graphql',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          'x-request-id': requestId,
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        payload: JSON.stringify({ query, variables }),
      });
      const { data, errors } = response.json<{
        data?: Data | null;
        errors?: { message: string; extensions?: { code?: string } }[];
      }>();
      const codes = (errors ?? []).map(({ extensions }) => extensions?.code ?? 'INTERNAL');
      return { data: data ?? null, codes, problem: errors?.[0]?.message ?? null };
    },
  };
}

/** Reads an operation from its document, with the fragments that it spreads. */
export function readQuery(name: string, ...fragments: string[]): string {
  const files = [name, ...fragments.map((fragment) => `${fragment}.fragment`)];
  return files
    .map((file) => readFileSync(new URL(`queries/${file}.graphql`, import.meta.url), 'utf8'))
    .join('');
}
