import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  getNamedType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { notFound } from '../../../errors.ts';
import type { AssetUrls } from '../assets.ts';
import { sendPage } from '../send-page.ts';
import { drawRelations } from './draw-relations.ts';
import { ExampleQueries } from './example-query.ts';
import { findInSchema } from './find-in-schema.ts';
import { renderOverview } from './render-overview.ts';
import { renderType } from './render-type.ts';
import { selectMainRelations, findTypeRelations, type Relation } from './type-relations.ts';

/** Most pages of types that are kept. */
const PAGES_MAX = 100;
/** Most neighbors on one side of a picture; all are in the lists below it. */
const NEIGHBORS_MAX = 14;

/** Parts of the pages, created by the first request. */
interface Graph {
  relations: readonly Relation[];
  main: readonly Relation[];
  examples: ExampleQueries;
  usedBy: ReadonlyMap<string, readonly string[]>;
}

/** Serves the graph as a picture, and a page for each of its types, without scripts. */
export function serveGraph(app: FastifyInstance, schema: GraphQLSchema, urls: AssetUrls): void {
  let made: Graph | undefined;
  let overview: Promise<string> | undefined;
  const pages = new LRUCache<string, Promise<string>>({ max: PAGES_MAX });
  const graph = () => (made ??= makeGraph(schema));
  app.get<{ Querystring: { q?: string | string[] } }>('/graph', async (request, reply) => {
    const query = [request.query.q ?? ''].flat().join(' ').slice(0, 100);
    const { main } = graph();
    overview ??= drawRelations(typesOf(main), main, { label: 'Types and their relations' });
    const hits = new Set(findInSchema(schema, query).map(({ type }) => type));
    const picture = highlightTypes(await overview, hits);
    return send(reply, urls, 'The graph', renderOverview(schema, picture, query));
  });
  app.get<{ Params: { type: string } }>('/graph/:type', async (request, reply) => {
    const { type: name } = request.params;
    const type = name.startsWith('__') ? undefined : schema.getType(name);
    if (!type) throw notFound('type', name, 'name');
    const page = pages.get(name) ?? renderTypePage(schema, graph(), type);
    pages.set(name, page);
    return send(reply, urls, name, await page);
  });
}

function makeGraph(schema: GraphQLSchema): Graph {
  const relations = findTypeRelations(schema);
  return {
    relations,
    main: selectMainRelations(schema, relations),
    examples: new ExampleQueries(schema),
    usedBy: usesOfTypes(schema),
  };
}

/** Returns the fields of each type, and those with an argument of it. */
function usesOfTypes(schema: GraphQLSchema): Map<string, string[]> {
  const uses = new Map<string, string[]>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || !('getFields' in type)) continue;
    const fields: (GraphQLField<unknown, unknown> | GraphQLInputField)[] = Object.values(
      type.getFields(),
    );
    for (const field of fields) {
      const used = [field, ...('args' in field ? field.args : [])];
      for (const name of new Set(used.map((one) => getNamedType(one.type).name))) {
        const list = uses.get(name) ?? [];
        list.push(`${type.name}.${field.name}`);
        uses.set(name, list);
      }
    }
  }
  return uses;
}

async function renderTypePage(
  schema: GraphQLSchema,
  { relations, main, examples, usedBy }: Graph,
  type: GraphQLNamedType,
): Promise<string> {
  const { name } = type;
  // Types of the overview first: a type may have more neighbors than a picture shows.
  const mainTypes = new Set(typesOf(main));
  const nearest = (list: readonly Relation[], key: 'from' | 'to') =>
    list.toSorted((a, b) => Number(mainTypes.has(b[key])) - Number(mainTypes.has(a[key])));
  const shown = [
    ...nearest(
      relations.filter(({ from, to }) => to === name && from !== name),
      'from',
    ).slice(0, NEIGHBORS_MAX),
    ...nearest(
      relations.filter(({ from }) => from === name),
      'to',
    ).slice(0, NEIGHBORS_MAX),
  ];
  const picture =
    shown.length > 0
      ? await drawRelations(typesOf(shown), shown, {
          label: `${name} and the types beside it`,
          classOf: (one) => (one === name ? 'center' : ''),
          names: true,
        })
      : undefined;
  const uses = usedBy.get(name) ?? [];
  return renderType({ schema, type, picture, example: examples.of(name), usedBy: uses });
}

function typesOf(relations: readonly Relation[]): string[] {
  return [...new Set(relations.flatMap(({ from, to }) => [from, to]))];
}

/** Highlights types in a picture. */
function highlightTypes(svg: string, types: ReadonlySet<string>): string {
  return svg.replaceAll(/class="node">\s*<title>(\w+)<\/title>/g, (text, name: string) =>
    types.has(name) ? text.replace('node', 'node found') : text,
  );
}

function send(reply: FastifyReply, urls: AssetUrls, title: string, body: string): FastifyReply {
  return sendPage(reply, {
    title: `${title} · docgraph`,
    favicon: urls.favicon,
    styles: [urls.homeStyle, urls.graphStyle],
    scripts: [],
    body: `<header class="bar">
<a href="/" class="home"><img src="${urls.favicon}" alt="" width="24" height="24"> docgraph</a>
<a href="/graphql">GraphiQL</a>
<a href="/v1/docs">REST reference</a>
</header>
${body}`,
    policy: { 'form-action': "'self'" },
  });
}
