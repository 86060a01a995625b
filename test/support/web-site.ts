import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** The response of a path: HTML, or a listener that sends any response. */
export type WebPage = string | http.RequestListener;

/** A local web site. */
export interface WebSite {
  /** Base URL, without a trailing slash. */
  url: string;
  /** `host:port`, as in the setting. */
  host: string;
  /** Received requests, in order. */
  requests: { path: string; headers: http.IncomingHttpHeaders }[];
  stop(): Promise<void>;
}

/** Returns a listener that sends bytes of a media type. */
export function sendBytes(contentType: string, bytes: string | Uint8Array): http.RequestListener {
  return (_request, response) => response.setHeader('content-type', contentType).end(bytes);
}

/** Returns a listener that redirects. */
export function redirectTo(location: string, status = 302): http.RequestListener {
  return (_request, response) => response.writeHead(status, { location }).end();
}

/** Starts a site with pages by path, including the query. Any other path is a 404. */
export async function startWebSite(pages: Readonly<Record<string, WebPage>>): Promise<WebSite> {
  const requests: WebSite['requests'] = [];
  const server = http.createServer((request, response) => {
    const path = request.url ?? '';
    requests.push({ path, headers: request.headers });
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
    if (typeof page === 'function') page(request, response);
    else if (page !== undefined) sendBytes('text/html; charset=utf-8', page)(request, response);
    else response.writeHead(404).end('There is nothing.');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  return {
    ...{ url: `http://${host}`, host, requests },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
