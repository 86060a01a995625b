import type { FastifyInstance } from 'fastify';
import { AppError, badInput } from '../errors.ts';

/**
 * Reads bodies as JSON, whatever the JSON media type; an empty one is no body. Everything else is
 * refused by Fastify with 415.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/(?:[\w.-]+\+)?json\b/i,
    { parseAs: 'string' },
    (_request, text, done) => {
      if (text === '') return done(null, undefined);
      try {
        done(null, JSON.parse(text as string));
      } catch {
        done(badInput('The body is no valid JSON.'));
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
