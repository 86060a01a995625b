import type { FastifyInstance } from 'fastify';
import { badInput } from '../errors.ts';
import { unstorableText } from '../rest/unstorable-text.ts';

/**
 * Refuses query strings that are not percent-encoded UTF-8, by the name of the parameter: whoever
 * reads them later would take another character for what they cannot decode. Refuses paths with
 * U+0000, which the database cannot hold, in the same way.
 */
export function refuseUnstorableUrls(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url, params }) => {
    // The rest of a path is known by other names.
    const refused = unstorableText({ ...(params as object), '*': '' });
    if (refused) throw refused;
    const [, query = ''] = url.split('?', 2);
    for (const parameter of query.split('&')) {
      if (isDecodable(parameter)) continue;
      const [name = ''] = parameter.split('=', 1);
      throw isDecodable(name)
        ? badInput(
            `The query parameter "${decodeURIComponent(name)}" is not percent-encoded UTF-8.`,
          )
        : badInput('The query string is not percent-encoded UTF-8.');
    }
  });
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
