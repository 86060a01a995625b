import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** Sends a response instead of a translation. */
export type Answer = (response: http.ServerResponse, texts: string[]) => void;

/** A local translation service that supports both protocols. */
export interface TranslationServer {
  /** Base URL, without a trailing slash. */
  url: string;
  /** `host:port`, as in the setting. */
  host: string;
  /** Received texts, in order. */
  texts: string[];
  /** Bodies and headers of received requests, in order. */
  requests: { path: string; headers: http.IncomingHttpHeaders; body: unknown }[];
  /** Translates a text; defaults to upper case. */
  translate: (text: string) => string;
  /** Overrides the response while it is set. */
  answer: Answer | undefined;
  stop(): Promise<void>;
}

/** Converts a text to upper case, except for markup and untranslatable parts. */
export function inCapitals(html: string): string {
  let isKept = false;
  return html
    .split(/(<[^>]*>|&[#\w]+;)/)
    .map((part) => {
      if (part.startsWith('<')) {
        if (part.includes('translate="no"')) isKept = true;
        else if (part === '</span>') isKept = false;
        return part;
      }
      return isKept || part.startsWith('&') ? part : part.toUpperCase();
    })
    .join('');
}

/** Request body of either protocol. */
interface AskedBody {
  q?: string[];
  messages?: { content: string }[];
}

const languages = ['en', 'de', 'fr', 'pb', 'nb', 'ja'];

/** Starts a server for English, German, French, Brazilian Portuguese, Norwegian and Japanese. */
export async function startTranslationServer(): Promise<TranslationServer> {
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const body = text === '' ? undefined : JSON.parse(text);
      const path = request.url ?? '';
      translation.requests.push({ path, headers: request.headers, body });
      respond(path, body, response);
    });
  });
  const send = (response: http.ServerResponse, answer: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  const respond = (path: string, body: AskedBody, response: http.ServerResponse): void => {
    if (path === '/languages') {
      send(
        response,
        languages.map((code) => ({ code, name: code, targets: languages })),
      );
      return;
    }
    const isChat = path === '/v1/chat/completions';
    if (!isChat && path !== '/translate') {
      response.writeHead(404).end();
      return;
    }
    const texts: string[] = isChat
      ? JSON.parse(body.messages?.at(-1)?.content ?? '').texts
      : (body.q ?? []);
    translation.texts.push(...texts);
    if (translation.answer) return translation.answer(response, texts);
    const translations = texts.map(translation.translate);
    const message = { role: 'assistant', content: JSON.stringify({ translations }) };
    send(response, isChat ? { choices: [{ message }] } : { translatedText: translations });
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  const translation: TranslationServer = {
    ...{ url: `http://${host}`, host, texts: [], requests: [] },
    translate: inCapitals,
    answer: undefined,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  return translation;
}
