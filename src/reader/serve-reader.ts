import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { serveAsset } from '../http/pages/assets.ts';
import type { ReaderOptions } from './reader-visit.tsx';
import { serveApp } from './serve-app.tsx';
import { serveSignIn } from './serve-sign-in.tsx';
import { serveSites } from './serve-site.tsx';

/**
 * Serves the reader: the pages at the addresses that answers give. It is a client of the graph, and
 * reads nothing else.
 */
export function serveReader(
  app: FastifyInstance,
  { baseUrl, favicon }: { baseUrl: () => string; favicon: string },
): void {
  const assets = {
    favicon,
    style: serveAsset(app, clientFile('reader.css')),
    script: serveAsset(app, clientFile('reader.js')),
  };
  serveThemes(app);
  const options: ReaderOptions = { baseUrl, assets };
  serveSites(app, options);
  serveApp(app, options);
  serveSignIn(app, options);
}

/** Serves stylesheets with the colors of sites, since pages have no styles of their own. */
function serveThemes(app: FastifyInstance): void {
  app.get<{ Params: { colors: string } }>(
    '/assets/theme/:colors(^[0-9a-f]{6}-[0-9a-f]{6}).css',
    { logLevel: 'warn' },
    ({ params }, reply) => {
      const [light, dark] = params.colors.split('-');
      return reply
        .header('content-type', 'text/css; charset=utf-8')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(`:root{--accent:light-dark(#${light},#${dark})}`);
    },
  );
}

function clientFile(name: string): string {
  return fileURLToPath(new URL(`client/${name}`, import.meta.url));
}
