import type { FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { databaseTrouble } from '../database/database-trouble.ts';
import {
  AppError,
  challenge,
  codeOfStatus,
  httpStatusOf,
  RETRY_AFTER_SECONDS,
  unavailable,
  type ErrorCode,
} from '../errors.ts';
import { errorBody } from '../rest/handle-rest-request.ts';
import { requestLimits } from './request-limits.ts';

/** Sends an error in the format of the surface of the request. A Fastify error handler. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const cause = explained(error, request);
  const { status, body } = errorBody(cause);
  const hasLeft = reply.raw.destroyed;
  const isLeaving = hasLeft && (error as { code?: unknown }).code === 'ERR_STREAM_PREMATURE_CLOSE';
  // What an operation masked, it has logged.
  if (status >= 500 && !isLeaving && !(error instanceof GraphQLError)) {
    request.log.error({ err: error }, 'a request failed');
  }
  // Nobody receives a response, whose type may be that of a stream.
  if (hasLeft) return reply.hijack();
  if (status === httpStatusOf.UNAUTHENTICATED) reply.headers(challenge);
  if (status === httpStatusOf.SERVICE_UNAVAILABLE) reply.header('retry-after', RETRY_AFTER_SECONDS);
  const isGraphQL = request.url.split('?')[0] === '/graphql';
  const code = cause instanceof AppError ? cause.code : codeOfStatus(status);
  return reply.status(status).send(isGraphQL ? graphqlBody(body, code) : body);
}

/** Sends the 404 of a path without a route. */
export function sendUnknownPath(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = `Nothing is served at ${request.url.split('?')[0]?.slice(0, 200)}.`;
  return sendError(new AppError('NOT_FOUND', message), request, reply);
}

/** Replaces errors of Fastify, and of an unavailable database, by errors that say what to do. */
function explained(error: unknown, request: FastifyRequest): unknown {
  // The client disconnected before its request was complete. Lost databases have the same code.
  if (request.raw.destroyed && !request.raw.complete) {
    return new AppError('BAD_USER_INPUT', 'The request ended before its body was complete.');
  }
  const trouble = databaseTrouble(error);
  if (trouble) return unavailable(trouble, request.id);
  switch ((error as { code?: unknown }).code) {
    case 'FST_ERR_BAD_URL':
      return new AppError('BAD_USER_INPUT', 'The path is not percent-encoded UTF-8.');
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AppError(
        'BAD_USER_INPUT',
        `A segment of the path has more than ${requestLimits.pathParameterLength} characters.`,
      );
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError(
        'PAYLOAD_TOO_LARGE',
        `The body has more than ${request.routeOptions.bodyLimit} bytes.`,
      );
    default:
      return error;
  }
}

/** Returns an error before the start of an operation in the format of GraphQL. */
function graphqlBody(
  { error }: { error: { message: string } },
  code: ErrorCode = 'BAD_USER_INPUT',
): object {
  return { errors: [{ message: error.message, extensions: { code } }] };
}
