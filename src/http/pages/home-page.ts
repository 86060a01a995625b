import type { FastifyReply } from 'fastify';
import { escapeHtml } from '../../lib/escape-html.ts';
import type { AssetUrls } from './assets.ts';
import { sendPage } from './send-page.ts';

export interface HomePageOptions {
  version: string;
  operationCount: number;
  baseUrl: () => string;
  /** Whether a browser finds GraphiQL at `/graphql`. */
  hasGraphiql: boolean;
}

/** Returns the home page, with links to the interfaces. */
export function homePage(
  urls: AssetUrls,
  options: HomePageOptions,
): (reply: FastifyReply) => FastifyReply {
  return (reply) =>
    sendPage(reply, {
      title: 'docgraph',
      favicon: urls.favicon,
      styles: [urls.homeStyle],
      scripts: [],
      body: body(urls, options),
    });
}

function body(urls: AssetUrls, { version, operationCount, baseUrl, hasGraphiql }: HomePageOptions) {
  const base = escapeHtml(baseUrl());
  const explorers = [
    card('/graphql', 'GraphiQL', 'Explore the graph; the example tabs run as is.'),
    card('/graph', 'The graph', 'A picture of all types, and an example query for each.'),
  ];
  return `<main>
<header>
<img src="${urls.favicon}" alt="" width="44" height="44">
<h1>docgraph</h1>
<span class="version">${escapeHtml(version)}</span>
</header>
<p class="lead">One graph of organizations, sites, spaces, change requests and comments, served as
GraphQL and as REST. An id from one works in the other.</p>
<nav>
${hasGraphiql ? explorers.join('\n') : ''}
${card('/v1/docs', 'REST reference', `${operationCount} operations, to read and to try.`)}
${card('/v1/openapi.json', 'OpenAPI document', 'OpenAPI 3.1, for clients and tools.')}
</nav>
<h2>First query</h2>
<pre><code>curl ${base}/graphql \\
  -H 'Authorization: Bearer &lt;token&gt;' -H 'Content-Type: application/json' \\
  -d '{"query":"{ viewer { displayName } organizations { nodes { id title } } }"}'</code></pre>
<h2>First REST call</h2>
<pre><code>curl ${base}/v1/orgs -H 'Authorization: Bearer &lt;token&gt;'</code></pre>
<footer><a href="/health">health</a> <a href="/ready">ready</a></footer>
</main>`;
}

function card(href: string, title: string, text: string): string {
  return `<a class="card" href="${href}"><strong>${title}</strong><span>${text}</span></a>`;
}
