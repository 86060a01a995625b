import { errors, fetch, type Response } from 'undici';
import { createGuardedAgent, type GuardedAgentOptions } from './guarded-agent.ts';
import { parseWebAddress } from './web-address.ts';
import { WEB_DEFAULTS, type WebClient, type WebRequest, type WebResponse } from './web-client.ts';
import { WebError } from './web-error.ts';

/** `User-Agent` sent to other servers. */
export const USER_AGENT = 'docgraph';

/**
 * Creates the client for all requests to user-supplied addresses. It connects only to public
 * addresses, whatever a host name, a notation or a redirect resolves to.
 */
export function createWebClient(options: GuardedAgentOptions = {}): WebClient {
  const agent = createGuardedAgent(options);
  return {
    async fetch(request) {
      const timeout = AbortSignal.timeout(request.timeoutMs ?? WEB_DEFAULTS.timeoutMs);
      const signals = request.signal ? [timeout, request.signal] : [timeout];
      try {
        return await followRedirects(request, (url, init) =>
          fetch(url, {
            ...init,
            dispatcher: agent,
            redirect: 'manual',
            signal: AbortSignal.any(signals),
          }),
        );
      } catch (error) {
        request.signal?.throwIfAborted();
        throw timeout.aborted ? timedOut(error) : webError(error);
      }
    },
    close: () => agent.destroy(),
  };
}

interface RequestParts {
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

type Send = (url: URL, parts: RequestParts) => Promise<Response>;

async function followRedirects(request: WebRequest, send: Send): Promise<WebResponse> {
  const { redirectCountMax = WEB_DEFAULTS.redirectCountMax, onRedirect } = request;
  const { url: start, authorization } = parseWebAddress(request.url);
  let url = start;
  let parts: RequestParts = {
    method: request.method ?? 'GET',
    headers: { ...request.headers, ...(authorization && { authorization }) },
    ...(request.body !== undefined && { body: request.body }),
  };
  for (let count = 0; ; count += 1) {
    const headers = { ...parts.headers, 'user-agent': USER_AGENT };
    const response = await send(url, { ...parts, headers });
    const location = redirectOf(response);
    if (location === undefined) return readResponse(url, response, request);
    await response.body?.cancel();
    if (count >= redirectCountMax) throw new WebError('redirects', 'redirects too often');
    const next = parseWebAddress(location, url).url;
    await onRedirect?.(next);
    parts = redirected(parts, response.status, next.origin === url.origin);
    url = next;
  }
}

function redirectOf({ status, headers }: Response): string | undefined {
  return [301, 302, 303, 307, 308].includes(status)
    ? (headers.get('location') ?? undefined)
    : undefined;
}

/** Returns the request after a redirect. Data meant for one origin is not sent to another. */
function redirected(parts: RequestParts, status: number, isSameOrigin: boolean): RequestParts {
  const headers = isSameOrigin ? parts.headers : {};
  const keepsMethod = status === 307 || status === 308 || parts.method === 'HEAD';
  if (!keepsMethod) return { method: 'GET', headers };
  if (!isSameOrigin && parts.body !== undefined) {
    throw new WebError('redirects', 'redirects what was sent to another server');
  }
  return { ...parts, headers };
}

async function readResponse(
  url: URL,
  response: Response,
  { bytesMax = WEB_DEFAULTS.bytesMax }: WebRequest,
): Promise<WebResponse> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    // The size is counted after decompression.
    size += chunk.byteLength;
    if (size > bytesMax) throw new WebError('too-large', `is larger than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  const { status, headers } = response;
  return { url, status, headers: new Headers([...headers]), body: Buffer.concat(chunks) };
}

function timedOut(cause: unknown): WebError {
  return new WebError('timeout', 'did not answer in time', { cause });
}

/**
 * Converts an error to one with our own message, since system messages can contain internal
 * addresses.
 */
function webError(error: unknown): unknown {
  // Other errors belong to the caller, who may abort at a redirect.
  if (!(error instanceof TypeError) && !(error instanceof errors.UndiciError)) return error;
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof WebError) return cause;
    if (timeouts.some((kind) => cause instanceof kind)) return timedOut(error);
  }
  return new WebError('unreachable', 'cannot be reached', { cause: error });
}

const timeouts = [errors.ConnectTimeoutError, errors.HeadersTimeoutError, errors.BodyTimeoutError];
