import type { FastifyReply } from 'fastify';
import type { OpenApiDocument } from '../../rest/openapi/open-api-document.ts';
import type { AssetUrls } from './assets.ts';
import { readExamples } from './examples.ts';
import { dataBlock, sendPage, type BuiltInPage } from './send-page.ts';

const policy = {
  'connect-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self' data:",
  // The editors set their sizes as inline styles.
  'style-src': "'self' 'unsafe-inline'",
};

/**
 * GraphiQL with a query builder and example tabs that run, below a bar to sign in with an API
 * token; for a browser that opens `/graphql`.
 */
export function graphiqlPage(
  urls: AssetUrls,
  openApi: OpenApiDocument,
): (reply: FastifyReply) => FastifyReply {
  const page: BuiltInPage = {
    title: 'GraphiQL · docgraph',
    favicon: urls.favicon,
    styles: [urls.graphiqlStyle, urls.graphiqlExplorerStyle, urls.graphiqlFrame],
    scripts: [
      ...[urls.react, urls.reactDom, urls.graphiql, urls.graphiqlExplorer],
      urls.graphiqlStart,
    ],
    body: `${bar(urls)}\n<div id="graphiql"></div>\n${dataBlock('examples', readExamples())}\n${dataBlock('routes', routesOf(openApi))}`,
    policy,
  };
  return (reply) => sendPage(reply, page);
}

/** Returns the routes that read a field or run a mutation, with their tags, by its path. */
function routesOf({ paths }: OpenApiDocument): Record<string, string[]> {
  const routes: Record<string, string[]> = {};
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const { 'x-graphql': field, deprecated, tags } = operation as Record<string, unknown>;
      if (deprecated === true) continue;
      const [tag] = tags as string[];
      (routes[String(field)] ??= []).push(`${method.toUpperCase()} ${path} ${tag ?? ''}`);
    }
  }
  return routes;
}

function bar(urls: AssetUrls): string {
  return `<header>
<a href="/" class="home"><img src="${urls.favicon}" alt="" width="24" height="24"> docgraph</a>
<a href="/graph">The graph</a>
<a href="/v1/docs">REST reference</a>
<p id="cost"></p>
<details id="rest" hidden>
<summary>As REST</summary>
<ul></ul>
</details>
<p id="timing" role="status"></p>
<p id="problem" role="alert"></p>
<form id="sign-in" hidden>
<label for="token">API token</label>
<input id="token" type="password" placeholder="dg_…" autocomplete="off" required>
<button>Sign in</button>
</form>
<form id="sign-out" hidden>
<span>Signed in as <strong id="user"></strong></span>
<button>Sign out</button>
</form>
</header>`;
}

/** Returns the page that a browser gets at `/graphql` if GraphiQL is off. */
export function closedPage(urls: AssetUrls): (reply: FastifyReply) => FastifyReply {
  const page: BuiltInPage = {
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
