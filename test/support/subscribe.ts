import type { ExecutionResult } from 'graphql';
import { createClient } from 'graphql-sse';

type Result<Data> = ExecutionResult<Data, { code?: string }>;

/** A subscription of a test. */
export interface TestSubscription<Data> {
  /** Returns the next result; undefined when the server ended the subscription. */
  next(): Promise<Result<Data> | undefined>;
  /** Waits for a result that passes a check, and returns it. */
  until(check: (data: Data) => boolean): Promise<Data>;
  /** Disconnects. */
  close(): void;
}

/**
 * Subscribes as the client of graphql-sse does, which connects again by itself.
 *
 * @param base URL of the gateway; a function is asked for each connection
 */
export function subscribe<Data>(
  base: string | (() => string),
  token: string | undefined,
  query: string,
  variables: Record<string, unknown> = {},
): TestSubscription<Data> {
  const client = createClient({
    url: () => `${typeof base === 'string' ? base : base()}/graphql`,
    headers: (): Record<string, string> =>
      token === undefined ? {} : { authorization: `Bearer ${token}` },
    retry: () => new Promise((resolve) => setTimeout(resolve, 50)),
  });
  const results = client.iterate<Data, { code?: string }>({ query, variables });
  const next = async () => {
    const { value, done } = await results.next();
    return done === true ? undefined : (value as Result<Data>);
  };
  return {
    next,
    async until(check) {
      for (;;) {
        const result = await next();
        if (!result?.data) throw new Error(`No event came: ${JSON.stringify(result)}`);
        if (check(result.data)) return result.data;
      }
    },
    close: () => client.dispose(),
  };
}
