import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { GitHttpRequest, HttpClient } from 'isomorphic-git';
import { WebError, type WebErrorCode } from '../http/web-error.ts';
import type { WebClient } from '../http/web-client.ts';
import { gitLimits } from './git-limits.ts';

// A thread has no connections of its own: it asks the process, whose client knows which addresses
// may be asked, and which alone knows the credentials.

interface Question {
  number: number;
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: Uint8Array | undefined;
}

/** Why there was no answer. */
export interface WebTrouble {
  code: WebErrorCode | 'unknown-host' | 'connection-refused' | 'tls';
  message: string;
}

type Answer = { number: number } & (
  | { status: number; url: string; headers: Record<string, string>; body: Uint8Array }
  | { trouble: WebTrouble }
);

/** An answer did not come; it is known by its message where it crosses a library. */
export class WebTroubleError extends Error {
  override name = 'WebTroubleError';
  readonly trouble: WebTrouble;

  constructor(trouble: WebTrouble) {
    super(trouble.message);
    this.trouble = trouble;
  }
}

interface PortOptions {
  authorization: string | undefined;
  origin: string;
  signal: AbortSignal;
}

/**
 * Opens a port by which a thread asks a server.
 *
 * @param options.authorization what the server is sent to know who asks
 * @param options.origin of the server: no other is sent it
 */
export function openWebPort(
  web: WebClient,
  options: PortOptions,
): { port: MessagePort; close(): void } {
  const { port1, port2 } = new MessageChannel();
  port1.on('message', (question: Question) => {
    void answer(web, question, options).then((message) => port1.postMessage(message));
  });
  return { port: port2, close: () => port1.close() };
}

const LOST_CREDENTIALS = 'redirects to another server, which is not sent the user and the password';

async function answer(
  web: WebClient,
  { number, url, method, headers, body }: Question,
  { authorization, origin, signal }: PortOptions,
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
      return { number, trouble: { code: 'redirects', message: LOST_CREDENTIALS } };
    }
    return {
      number,
      status: response.status,
      url: response.url.href,
      headers: Object.fromEntries(response.headers),
      body: response.body,
    };
  } catch (error) {
    return { number, trouble: troubleOf(error) };
  }
}

/** How the system names what is wrong with a certificate, or with the encryption as a whole. */
const OF_TLS = /CERT|_TLS_|_SSL_|^EPROTO$|ISSUER|SIGNATURE/;

function troubleOf(error: unknown): WebTrouble {
  if (!(error instanceof WebError)) return { code: 'unreachable', message: 'was not asked' };
  const { code, message } = error;
  if (code === 'unreachable') {
    for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
      const system = (cause as NodeJS.ErrnoException).code;
      if (system === 'ENOTFOUND') return { code: 'unknown-host', message: 'is not known' };
      if (system === 'ECONNREFUSED') {
        return { code: 'connection-refused', message: 'takes no connections' };
      }
      if (system !== undefined && OF_TLS.test(system)) {
        return { code: 'tls', message: 'speaks no TLS that can be trusted' };
      }
    }
  }
  return { code, message };
}

/** The client by which git asks servers in a thread. */
export function httpThrough(port: MessagePort): HttpClient {
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  port.on('message', (message: Answer) => {
    waiting.get(message.number)?.(message);
    waiting.delete(message.number);
  });
  return {
    async request({ url, method = 'GET', headers = {}, body }) {
      last += 1;
      const number = last;
      const sent = await collect(body);
      const found = await new Promise<Answer>((resolve) => {
        waiting.set(number, resolve);
        const question = { number, url, method, headers, body: sent };
        port.postMessage(question);
      });
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
