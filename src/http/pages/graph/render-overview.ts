import type { GraphQLNamedType, GraphQLSchema } from 'graphql';
import { escapeHtml } from '../../../lib/escape-html.ts';
import { pageOf } from './draw-relations.ts';
import { findInSchema, HITS_MAX } from './find-in-schema.ts';
import { inlineHtml, kindOf } from './render-type.ts';
import { isWrapper } from './type-relations.ts';

/** Titles of the groups of types by their kind, in order. */
const titles = {
  object: 'Objects',
  interface: 'Interfaces',
  union: 'Unions',
  input: 'Inputs',
  enum: 'Enums',
  scalar: 'Scalars',
  wrapper: 'Lists and results of mutations',
};

/** Returns the HTML of the page of the whole graph. */
export function renderOverview(schema: GraphQLSchema, picture: string, query: string): string {
  return `<main>
<h1>The graph</h1>
<p class="lead">How organizations, sites, spaces and their content belong together. Solid lines are
lists, dashed ones single references. Each type leads to its fields and an example query.</p>
${searchForm(query)}
${query.trim() === '' ? '' : hitsHtml(schema, query)}
<figure class="picture" tabindex="0" role="region" aria-label="Picture of the graph">${picture}</figure>
<h2 id="types">All types</h2>
${groupsHtml(schema)}
</main>`;
}

function searchForm(query: string): string {
  return `<form action="/graph" role="search">
<label for="q">Find types and fields</label>
<input id="q" name="q" type="search" value="${escapeHtml(query)}" maxlength="100">
<button>Find</button>
</form>`;
}

function hitsHtml(schema: GraphQLSchema, query: string): string {
  const hits = findInSchema(schema, query);
  const items = hits.map(({ type, field, description }) => {
    const href = field === undefined ? pageOf(type) : `${pageOf(type)}#${field}`;
    const name = field === undefined ? type : `${type}.${field}`;
    return `<li><a href="${href}"><code>${name}</code></a> ${inlineHtml(firstSentence(description))}</li>`;
  });
  const count = hits.length < HITS_MAX ? `${hits.length}` : `The first ${HITS_MAX}`;
  const title = hits.length === 0 ? 'Nothing found' : `${count} found`;
  return `<section class="hits" aria-labelledby="hits">
<h2 id="hits">${title}</h2>
<ul tabindex="0">${items.join('\n')}</ul>
</section>`;
}

function firstSentence(text: string): string {
  return /^.*?[.:](?=\s|$)/s.exec(text)?.[0] ?? text;
}

function groupsHtml(schema: GraphQLSchema): string {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  const groupOf = (type: GraphQLNamedType) => (isWrapper(type.name) ? 'wrapper' : kindOf(type));
  return Object.entries(titles)
    .map(([group, title]) =>
      groupHtml(
        title,
        types.filter((type) => groupOf(type) === group),
      ),
    )
    .join('\n');
}

function groupHtml(title: string, types: readonly GraphQLNamedType[]): string {
  const names = types.map(({ name }) => name).toSorted();
  const items = names.map((name) => `<li><a href="${pageOf(name)}">${name}</a></li>`);
  return `<details${title === titles.object ? ' open' : ''}>
<summary>${title} <span class="muted">${names.length}</span></summary>
<ul class="names">${items.join('\n')}</ul>
</details>`;
}
