import { GraphQLError, type ExecutionArgs, type ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '../context.ts';
import { databaseTrouble } from '../database/database-trouble.ts';
import {
  AppError,
  challenge,
  codeOfStatus,
  httpStatusOf,
  RETRY_AFTER_SECONDS,
  resultUnavailable,
  unavailable,
  type ErrorCode,
} from '../errors.ts';
import type { PlannableOperation } from '../plan/compiled-operations.ts';
import type { ResponseFormat } from '../plan/selections.ts';

/** A started subscription, with its operation. */
export interface Subscription {
  readonly events: AsyncIterator<object>;
  /** The operation as it is executed, without a context. */
  readonly args: ExecutionArgs;
  readonly request: PlannableOperation;
  /** Cost of the operation, for each event. */
  readonly cost: number;
}

/** Context that the HTTP layer passes to an operation. */
export interface ServerContext {
  requestContext: Context;
  requestId: string;
  /** Format in which a planned operation is written; that of GraphQL by default. */
  format?: ResponseFormat | undefined;
  /** True if a page of this process sends the operation. */
  isInProcess?: boolean;
  /** The result of the operation, where it is executed already. */
  executed?: Promise<ExecutionResult>;
  /** Receives a started subscription. */
  takeSubscription?: (subscription: Subscription) => void;
}

/**
 * Passes resolvers their context, and adds a code to every error. An unexpected error is logged
 * with the request id and masked; the response contains the same id.
 */
export function useOperationErrors(): Plugin<ServerContext> {
  return {
    onParse:
      () =>
      ({ result, replaceParseResult }) => {
        if (result instanceof GraphQLError) replaceParseResult(withCode(result));
      },
    onValidate:
      () =>
      ({ result, setResult }) => {
        const errors = result as readonly GraphQLError[];
        if (errors.length > 0) setResult(errors.map((error) => withCode(error)));
      },
    onExecute({ args, executeFn, setExecuteFn }) {
      const server = args.contextValue as ServerContext;
      // A merge with Yoga's own context would read the lazy members of ours.
      setExecuteFn((given: ExecutionArgs) =>
        executeFn({ ...given, contextValue: server.requestContext }),
      );
      return {
        onExecuteDone({ result, setResult }) {
          setResult(presentErrors(result as ExecutionResult, server));
        },
      };
    },
    // What Yoga refuses never comes to an execution, and has codes of its own or none.
    onResultProcess({ result }) {
      const { errors } = result as ExecutionResult;
      errors?.forEach(withCode);
    },
  };
}

/** Returns a result with errors as clients may see them. */
export function presentErrors<Result extends ExecutionResult>(
  result: Result,
  server: ServerContext,
): Result {
  const { errors } = result;
  return errors ? { ...result, errors: errors.map((error) => present(error, server)) } : result;
}

function present(error: GraphQLError, server: ServerContext): GraphQLError {
  const cause = error.originalError ?? error;
  if (isAfterCommit(error, cause, server)) return asCommitted(error, cause, server);
  if (cause instanceof AppError) {
    if (cause.code === 'SERVICE_UNAVAILABLE') return asUnavailable(error, cause, server);
    const isUnauthorized = httpStatusOf[cause.code] === httpStatusOf.UNAUTHENTICATED;
    return isUnauthorized ? asUnauthorized(error) : withDone(error, server);
  }
  if (cause instanceof GraphQLError) return withCode(error);
  const { requestContext, requestId } = server;
  requestContext.log.error({ err: cause, path: error.path }, 'an operation failed');
  const trouble = databaseTrouble(cause);
  if (trouble) return asUnavailable(error, unavailable(trouble, requestId), server);
  const masked = new GraphQLError(`Something went wrong on the server (request ${requestId}).`, {
    path: error.path,
    extensions: { code: 'INTERNAL_SERVER_ERROR', requestId },
  });
  return withDone(masked, server);
}

/** Sentence after the error of a mutation, where others of the operation were committed. */
const OTHERS_DONE = ' Other fields of the operation are done.';

/** Adds that other mutations of the operation are done: sending all again would repeat them. */
function withDone(error: GraphQLError, { requestContext }: ServerContext): GraphQLError {
  const field = String(error.path?.[0]);
  if (!requestContext.isCommitted() || requestContext.isCommitted(field)) return error;
  const { message, path, extensions, originalError } = error;
  return new GraphQLError(message + OTHERS_DONE, { path, extensions, originalError });
}

/**
 * Returns whether an error concerns the response of a committed write. Errors of fields below are
 * not among them: these report the reason beside the rest of the response.
 */
function isAfterCommit(
  { path = [] }: GraphQLError,
  cause: Error,
  { requestContext }: ServerContext,
): boolean {
  const [field] = path;
  if (field === undefined || !requestContext.isCommitted(String(field))) return false;
  return path.length === 1 || !(cause instanceof GraphQLError) || isUnavailable(cause);
}

function isUnavailable(cause: GraphQLError): boolean {
  return cause instanceof AppError && cause.code === 'SERVICE_UNAVAILABLE';
}

/** Reports a committed write as done, never as failed: a client would send it again. */
function asCommitted(
  { path }: GraphQLError,
  cause: Error,
  { requestContext, requestId }: ServerContext,
): GraphQLError {
  requestContext.log.error({ err: cause, path }, 'the result of a write could not be read');
  const { message, extensions } = resultUnavailable(requestId);
  return new GraphQLError(message, { path, extensions: { ...extensions, requestId } });
}

/**
 * Adds a code of our table to an error of GraphQL or Yoga. These errors concern the request; some
 * have a status of HTTP.
 */
function withCode(error: GraphQLError): GraphQLError {
  const { code, http } = error.extensions as { code?: unknown; http?: { status?: number } };
  if (typeof code !== 'string' || !Object.hasOwn(httpStatusOf, code)) {
    const byStatus = codeOfStatus(http?.status ?? httpStatusOf.BAD_USER_INPUT);
    error.extensions['code'] = byStatus ?? ('BAD_USER_INPUT' satisfies ErrorCode);
  }
  return error;
}

/** Sets the status of the response of `/graphql` to 401, with the challenge. */
export function asUnauthorized(error: GraphQLError): GraphQLError {
  error.extensions['http'] = { status: httpStatusOf.UNAUTHENTICATED, headers: challenge };
  return error;
}

function asUnavailable(
  { path }: GraphQLError,
  { message, extensions }: AppError,
  { requestContext, requestId }: ServerContext,
): GraphQLError {
  const http = {
    status: httpStatusOf.SERVICE_UNAVAILABLE,
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  };
  // A client that sends the whole operation again would do once more what other fields did.
  const isPartlyDone = requestContext.isCommitted();
  return new GraphQLError(message + (isPartlyDone ? OTHERS_DONE : ''), {
    path,
    extensions: { ...extensions, requestId, ...(!isPartlyDone && { http }) },
  });
}
