import type { GitHttpRequest, HttpClient } from 'isomorphic-git';
import type { Ask } from '../../workers/worker-messages.ts';
import { WebError, type WebErrorCode } from '../http/web-error.ts';
import type { WebClient } from '../http/web-client.ts';
import { gitLimits } from './git-limits.ts';

// Worker processes have no network connections of their own. They send requests through the parent
// process, whose client restricts addresses and alone knows the credentials.

interface Question {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: Uint8Array | undefined;
}

/** Reason for a missing response. */
export interface WebTrouble {
  code: WebErrorCode | 'unknown-host' | 'connection-refused' | 'tls';
  message: string;
}

type Answer =
  | { status: number; url: string; headers: Record<string, string>; body: Uint8Array }
  | { trouble: WebTrouble };

/** Failed request. It is recognized by its message after it crosses a library. */
export class WebTroubleError extends Error {
  override name = 'WebTroubleError';
  readonly trouble: WebTrouble;

  constructor(trouble: WebTrouble) {
    super(trouble.message);
    this.trouble = trouble;
  }
}

interface AskedServer {
  /** Credentials for the server. */
  authorization: string | undefined;
  /** Origin of the server; only this origin receives the authorization. */
  origin: string;
  signal: AbortSignal;
}

/** Returns a handler for the requests that git makes in another process. */
export function webAnswers(web: WebClient, server: AskedServer): Ask {
  return (question) => answer(web, question as Question, server);
}

const LOST_CREDENTIALS = 'redirects to another server, which is not sent the user and the password';

async function answer(
  web: WebClient,
  { url, method, headers, body }: Question,
  { authorization, origin, signal }: AskedServer,
): Promise<Answer> {
  try {
    const isMeant = authorization !== undefined && new URL(url).origin === origin;
    const response = await web.fetch({
      url,
      method,
      headers: { ...headers, ...(isMeant && { authorization }) },
      ...(body && { body }),
      bytesMax: gitLimits.packBytesMax,
      timeoutMs: gitLimits.requestTimeoutMs,
      signal,
    });
    if (isMeant && response.status === 401 && response.url.origin !== origin) {
      return { trouble: { code: 'redirects', message: LOST_CREDENTIALS } };
    }
    return {
      status: response.status,
      url: response.url.href,
      headers: Object.fromEntries(response.headers),
      body: response.body,
    };
  } catch (error) {
    return { trouble: troubleOf(error) };
  }
}

/** System error codes of certificates and TLS. */
const OF_TLS = /CERT|_TLS_|_SSL_|^EPROTO$|ISSUER|SIGNATURE/;

function troubleOf(error: unknown): WebTrouble {
  if (!(error instanceof WebError)) return { code: 'unreachable', message: 'was not asked' };
  const { code, message } = error;
  if (code === 'unreachable') {
    for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
      const system = (cause as NodeJS.ErrnoException).code;
      if (system === 'ENOTFOUND') return { code: 'unknown-host', message: 'is not known' };
      if (system === 'ECONNREFUSED') {
        return { code: 'connection-refused', message: 'refuses connections' };
      }
      if (system !== undefined && OF_TLS.test(system)) {
        return { code: 'tls', message: 'has no trusted TLS certificate' };
      }
    }
  }
  return { code, message };
}

/** Returns the HTTP client by which git sends requests from another process. */
export function httpThrough(ask: Ask): HttpClient {
  return {
    async request({ url, method = 'GET', headers = {}, body }) {
      const question = { url, method, headers, body: await collect(body) };
      const found = (await ask(question)) as Answer;
      if ('trouble' in found) throw new WebTroubleError(found.trouble);
      return {
        url: found.url,
        method,
        statusCode: found.status,
        statusMessage: String(found.status),
        headers: found.headers,
        body: once(found.body),
      };
    },
  };
}

async function collect(body: GitHttpRequest['body']): Promise<Uint8Array | undefined> {
  if (!body) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* once(bytes: Uint8Array): AsyncIterableIterator<Uint8Array> {
  yield bytes;
}
