import type { FastifyReply } from 'fastify';
import type { AssetUrls } from './assets.ts';
import { readExamples } from './examples.ts';
import { dataBlock, sendPage, type HtmlPage } from './send-page.ts';

const policy = {
  'connect-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self' data:",
  // The editors set their sizes as inline styles.
  'style-src': "'self' 'unsafe-inline'",
};

/** GraphiQL with example tabs that run, for a browser that opens `/graphql`. */
export function graphiqlPage(urls: AssetUrls): (reply: FastifyReply) => FastifyReply {
  const page: HtmlPage = {
    title: 'GraphiQL · docgraph',
    favicon: urls.favicon,
    styles: [urls.graphiqlStyle, urls.graphiqlFrame],
    scripts: [urls.react, urls.reactDom, urls.graphiql, urls.graphiqlStart],
    body: `<div id="graphiql"></div>\n${dataBlock('examples', readExamples())}`,
    policy,
  };
  return (reply) => sendPage(reply, page);
}

/** Returns the page that a browser gets at `/graphql` if GraphiQL is off. */
export function closedPage(urls: AssetUrls): (reply: FastifyReply) => FastifyReply {
  const page: HtmlPage = {
    title: 'docgraph',
    favicon: urls.favicon,
    styles: [urls.homeStyle],
    scripts: [],
    body: `<main>
<h1>docgraph</h1>
<p class="lead">GraphiQL is off here. Programs send their operations to this address as
<code>POST</code>, with an API token.</p>
<p><a href="/">What is here</a></p>
</main>`,
  };
  return (reply) => sendPage(reply, page, 404);
}
