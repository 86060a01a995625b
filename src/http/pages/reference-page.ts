import type { FastifyReply } from 'fastify';
import type { AssetUrls } from './assets.ts';
import { sendPage, type BuiltInPage } from './send-page.ts';

const policy = {
  'connect-src': "'self'",
  'img-src': "'self' data: blob:",
  'font-src': "'self' data:",
  // The reference makes its style sheets as it runs.
  'style-src': "'self' 'unsafe-inline'",
};

/** The reference of `/v1`, drawn from its OpenAPI document. */
export function referencePage(urls: AssetUrls): (reply: FastifyReply) => FastifyReply {
  const page: BuiltInPage = {
    title: 'REST reference · docgraph',
    favicon: urls.favicon,
    styles: [],
    scripts: [urls.reference, urls.referenceStart],
    body: '<div id="reference"></div>',
    policy,
  };
  return (reply) => sendPage(reply, page);
}
