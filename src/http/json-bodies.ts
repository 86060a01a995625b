import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, badInput } from '../errors.ts';
import { measureJson } from '../lib/json-size.ts';
import { requestLimits } from './request-limits.ts';

/** Takes no other character for bytes that are none. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Numbers of values in the bodies that were parsed. */
const valueCounts = new WeakMap<FastifyRequest, number>();

/**
 * Reads bodies as JSON, whatever the JSON media type; an empty one is no body. Everything else is
 * refused by Fastify with 415.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/(?:[\w.-]+\+)?json\b/i,
    { parseAs: 'buffer' },
    (request, bytes, done) => {
      if (bytes.length === 0) return done(null, undefined);
      try {
        valueCounts.set(request, requireWalkable(bytes as Buffer));
        done(null, JSON.parse(utf8.decode(bytes as Buffer)));
      } catch (error) {
        if (error instanceof AppError) return done(error);
        const isEncoded = error instanceof SyntaxError;
        done(badInput(`The body is invalid ${isEncoded ? 'JSON' : 'UTF-8'}.`));
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

/** Returns how many values the JSON body of a request holds; 0 without one. */
export function countBodyValues(request: FastifyRequest): number {
  return valueCounts.get(request) ?? 0;
}

/**
 * Returns the number of values of a body, to limit it before it is walked.
 *
 * @throws PAYLOAD_TOO_LARGE, BAD_USER_INPUT
 */
function requireWalkable(bytes: Buffer): number {
  const { values, depth } = measureJson(bytes);
  if (values > requestLimits.values) {
    throw new AppError(
      'PAYLOAD_TOO_LARGE',
      `The body contains more than ${requestLimits.values} values: send fewer at once.`,
    );
  }
  if (depth > requestLimits.jsonDepth) {
    throw badInput(
      `The body nests lists and objects ${depth} deep, but at most ${requestLimits.jsonDepth} is allowed.`,
    );
  }
  return values;
}
