import type { FastifyInstance } from 'fastify';
import { badInput, type AppError } from '../errors.ts';
import { unstorableText } from '../rest/unstorable-text.ts';

/**
 * Refuses query strings that are not percent-encoded UTF-8, by the name of the parameter: later
 * readers would replace what they cannot decode by another character. Refuses paths with
 * U+0000, which the database cannot hold, in the same way.
 */
export function refuseUnstorableUrls(app: FastifyInstance): void {
  app.addHook('onRequest', ({ url, params }, _reply, done) => {
    // The rest of a path is known by other names.
    const unstorable = unstorableText({ ...(params as object), '*': '' });
    done(unstorable ?? undecodableParameter(url));
  });
}

function undecodableParameter(url: string): AppError | undefined {
  if (!url.includes('%')) return undefined;
  const [, query = ''] = url.split('?', 2);
  const parameter = query.split('&').find((text) => !isDecodable(text));
  if (parameter === undefined) return undefined;
  const [name = ''] = parameter.split('=', 1);
  return badInput(
    isDecodable(name)
      ? `The query parameter "${decodeURIComponent(name)}" is not percent-encoded UTF-8.`
      : 'The query string is not percent-encoded UTF-8.',
  );
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
