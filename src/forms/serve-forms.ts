import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { serveAsset } from '../http/pages/assets.ts';
import type { ReaderOptions } from '../reader/reader-visit.tsx';
import { FormPages, type FormOptions } from './form-visit.tsx';
import { serveAccount } from './serve-account.tsx';
import { serveComments } from './serve-comments.tsx';
import { serveJoin } from './serve-join.tsx';
import { serveSignIn } from './serve-sign-in.tsx';

/**
 * Serves the pages on which people get in and write: sign-in, invites, their account, comments.
 * They work without scripts, and are clients of the graph as the reader is.
 */
export function serveForms(app: FastifyInstance, readerOptions: ReaderOptions): void {
  const options: FormOptions = {
    ...readerOptions,
    formStyle: serveAsset(app, clientFile('forms.css')),
    linkScript: serveAsset(app, clientFile('open-link.js')),
  };
  void app.register(async (scope) => {
    const pages = new FormPages(scope, options);
    serveSignIn(pages);
    serveJoin(pages);
    serveAccount(pages);
    serveComments(pages);
  });
}

function clientFile(name: string): string {
  return fileURLToPath(new URL(`client/${name}`, import.meta.url));
}
