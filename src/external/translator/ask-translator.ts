import { setTimeout as wait } from 'node:timers/promises';
import type { WebClient, WebResponse } from '../http/web-client.ts';
import { WebError } from '../http/web-error.ts';
import { TranslatorError, type TranslatorErrorCode } from './translator-error.ts';

/** Translation server with its timing options. */
export interface TranslatorServer {
  web: WebClient;
  /** Address of the service, without a trailing slash. */
  url: string;
  /** Time limit per request, in milliseconds. */
  timeoutMs?: number;
  /** Delay before the first retry, in milliseconds; it doubles each time. */
  retryMs?: number;
}

interface Question {
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; without a body the request is a GET. */
  body?: unknown;
  signal: AbortSignal;
}

const TIMEOUT_MS = 120_000;
const RETRY_MS = 1000;
/** Maximum number of attempts for transient failures. */
const TRIES_MAX = 5;
/** Maximum delay that a server can ask for, in milliseconds. */
const RETRY_AFTER_MAX_MS = 60_000;
/** Maximum size of a response, in bytes. */
const ANSWER_SIZE_MAX = 8 * 1024 * 1024;

const CHECK_URL = 'Check that TRANSLATOR_URL names the service, that it runs, and start a new run.';

/** Transient statuses: too many requests, or a service that is starting or overloaded. */
const passing = new Set([429, 502, 503, 504]);

/**
 * Sends a request to a translator, with retries on transient failures.
 *
 * @returns the JSON body with its status: 2xx, or 400 and 413, which each service explains in its
 *   own format
 * @throws TranslatorError when there is no such response
 */
export async function askTranslator(
  server: TranslatorServer,
  question: Question,
): Promise<{ status: number; body: unknown }> {
  for (let tries = 1; ; tries += 1) {
    const response = await send(server, question);
    if (!passing.has(response.status)) return readAnswer(response);
    if (tries === TRIES_MAX) throw refusalOf(response.status);
    const delay = delayOf(response, (server.retryMs ?? RETRY_MS) * 2 ** (tries - 1));
    await wait(delay, undefined, { signal: question.signal }).catch((error: unknown) => {
      question.signal.throwIfAborted();
      throw error;
    });
  }
}

async function send(
  { web, url, timeoutMs = TIMEOUT_MS }: TranslatorServer,
  { path, headers, body, signal }: Question,
): Promise<WebResponse> {
  try {
    return await web.fetch({
      url: url + path,
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      ...{ timeoutMs, signal, bytesMax: ANSWER_SIZE_MAX },
    });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof WebError)) throw error;
    throw unanswered(error);
  }
}

function unanswered(error: WebError): TranslatorError {
  const codes: Partial<Record<WebError['code'], TranslatorErrorCode>> = {
    timeout: 'TRANSLATOR_TIMEOUT',
    'too-large': 'TRANSLATOR_TOO_LARGE',
  };
  const remedies: Partial<Record<WebError['code'], string>> = {
    timeout:
      'Check that the service is not overloaded, and start a new run: it continues from here.',
    'too-large': 'Check that TRANSLATOR_URL is the address of a translator, and start a new run.',
    refused: 'Add the host to INTRANET_HOSTS if it may be reached, and start a new run.',
  };
  return new TranslatorError(
    codes[error.code] ?? 'TRANSLATOR_UNREACHABLE',
    `The translator ${error.message}.`,
    remedies[error.code] ?? CHECK_URL,
    { cause: error },
  );
}

/** Returns the delay that the server asks for, within bounds. */
function delayOf({ headers }: WebResponse, usualMs: number): number {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  if (!(seconds >= 0)) return usualMs;
  return Math.min(Math.max(seconds * 1000, usualMs), RETRY_AFTER_MAX_MS);
}

function readAnswer({ status, body }: WebResponse): { status: number; body: unknown } {
  const isAnswer = status >= 200 && status < 300;
  if (!isAnswer && status !== 400 && status !== 413) throw refusalOf(status);
  try {
    return { status, body: JSON.parse(body.toString('utf8')) };
  } catch (error) {
    if (isAnswer) throw invalidResponse('is invalid JSON', { cause: error });
    throw refusalOf(status);
  }
}

/** Converts an error status to an error. */
export function refusalOf(status: number): TranslatorError {
  if (status === 401 || status === 403) {
    const message = `The translator rejects the key: it returned ${status}.`;
    return new TranslatorError(
      'TRANSLATOR_REFUSED',
      message,
      'Set TRANSLATOR_KEY to a valid key, restart docgraph, and start a new run.',
    );
  }
  if (status === 429) {
    const message = `The translator accepts no more requests: it returned 429, ${TRIES_MAX} times.`;
    return new TranslatorError(
      'TRANSLATOR_BUSY',
      message,
      'Wait, or raise the limit of the service, and start a new run: it continues from here.',
    );
  }
  if (status === 413) {
    return new TranslatorError(
      'TRANSLATOR_TOO_LARGE',
      'The translator does not accept a text of this size: it returned 413.',
      'Raise the limit of the service, or divide the paragraph, and start a new run.',
    );
  }
  return new TranslatorError(
    'TRANSLATOR_FAILED',
    `The translator failed: it returned ${status}.`,
    'See its log, and start a new run: it continues from here.',
  );
}

/** Returns the error for a response that violates the protocol. */
export function invalidResponse(problem: string, options?: ErrorOptions): TranslatorError {
  return new TranslatorError(
    'TRANSLATOR_GARBLED',
    `The answer of the translator ${problem}.`,
    'Check that TRANSLATOR and TRANSLATOR_URL name the same service, and start a new run.',
    options,
  );
}

/** Returns the error for an unsupported pair of languages. */
export function unsupported(source: string, target: string): TranslatorError {
  return new TranslatorError(
    'LANGUAGE_UNSUPPORTED',
    `The translator does not translate from "${source}" to "${target}".`,
    'Install the languages in the service, or set another one, and start a new run.',
  );
}
