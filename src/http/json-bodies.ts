import type { FastifyInstance } from 'fastify';
import { AppError, badInput } from '../errors.ts';

/** Takes no other character for bytes that are none. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads bodies as JSON, whatever the JSON media type; an empty one is no body. Everything else is
 * refused by Fastify with 415.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/(?:[\w.-]+\+)?json\b/i,
    { parseAs: 'buffer' },
    (_request, bytes, done) => {
      if (bytes.length === 0) return done(null, undefined);
      try {
        done(null, JSON.parse(utf8.decode(bytes as Buffer)));
      } catch (error) {
        const isEncoded = error instanceof SyntaxError;
        done(badInput(`The body is no valid ${isEncoded ? 'JSON' : 'UTF-8'}.`));
      }
    },
  );
  // A request without a body may name any type or none.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    done(
      new AppError(
        'UNSUPPORTED_MEDIA_TYPE',
        'Send the body as JSON: "Content-Type: application/json".',
      ),
    );
  });
}
