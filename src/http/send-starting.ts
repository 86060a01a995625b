import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, httpStatusOf, RETRY_AFTER_SECONDS } from '../errors.ts';

const starting = new AppError('SERVICE_UNAVAILABLE', 'docgraph is starting: try again soon.');

/** Responds while the gateway starts: 200 for `/health`, 503 for everything else. */
export function sendStarting({ url = '/' }: IncomingMessage, response: ServerResponse): void {
  const path = url.split('?')[0] ?? '/';
  const status = path === '/health' ? 200 : httpStatusOf.SERVICE_UNAVAILABLE;
  response.statusCode = status;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('access-control-allow-origin', '*');
  if (status !== 200) response.setHeader('retry-after', RETRY_AFTER_SECONDS);
  // The next request is for the gateway.
  response.setHeader('connection', 'close');
  response.end(JSON.stringify(bodyFor(path)));
}

function bodyFor(path: string): object {
  if (path === '/health' || path === '/ready') return { status: 'starting' };
  const { message, code } = starting;
  return path === '/graphql'
    ? { errors: [{ message, extensions: { code } }] }
    : { error: { code: httpStatusOf[code], message } };
}
