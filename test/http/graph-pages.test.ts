import { isCompositeType, parse, validate } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { ExampleQueries } from '../../src/http/pages/graph/example-query.ts';
import { schema } from '../../src/schema.ts';
import type { Client } from '../support/client.ts';
import { useWorld } from '../support/use-world.ts';
import { createWholeOrganization } from '../support/whole-organization.ts';

const world = useWorld();
const production = useWorld({ production: true });
let admin: Client;

beforeAll(async () => {
  ({ admin } = await createWholeOrganization(world));
});

const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
const examples = new ExampleQueries(schema);

async function open(url: string, { app } = world) {
  const { statusCode, body } = await app.inject({ url, headers: { accept: 'text/html' } });
  return { status: statusCode, body };
}

/** Names of the types in a picture, marked ones and all. */
function picturedIn(body: string) {
  const nodes = [...body.matchAll(/class="node( found)?[^"]*">\s*<title>(\w+)<\/title>/g)];
  const namesOf = (list: typeof nodes) => list.map(([, , name = '']) => name).toSorted();
  return { all: namesOf(nodes), found: namesOf(nodes.filter(([, found]) => found)) };
}

describe('/graph', () => {
  it('shows how the main things belong together, as links', async () => {
    const { status, body } = await open('/graph');
    expect(status).toBe(200);
    expect(picturedIn(body).all).toEqual(
      expect.arrayContaining([
        ...['ChangeRequest', 'Comment', 'CommentReply', 'Organization', 'Page', 'Site'],
        ...['SiteSection', 'SiteSpace', 'Space'],
      ]),
    );
    expect(picturedIn(body).all.length).toBeLessThan(40);
    for (const edge of [
      'Organization-&gt;Site',
      'SiteSpace-&gt;Space',
      'Space-&gt;ChangeRequest',
    ]) {
      expect(body).toContain(`<title>${edge.replace('-', '&#45;')}</title>`);
    }
    expect(body).not.toMatch(/<script| style=|<\?xml/);
    // The same for all gateways.
    expect((await open('/graph')).body).toBe(body);
  });

  it('lists every type, whose page says what it is and how to get one', async () => {
    const { body } = await open('/graph');
    for (const { name } of types) expect(body).toContain(`href="/graph/${name}"`);
    const space = await open('/graph/Space');
    expect(space.body).toContain('A container of pages and files');
    expect(space.body).toMatch(/<li id="changeRequests">.*ChangeRequestConnection/);
    expect(space.body).toContain('href="/graph/SiteSpace#space"');
    expect(space.body).toMatch(/href="\/graphql\?query=[^"]*organizations/);
    expect((await open('/graph/CommentStatus')).body).toContain('<li id="RESOLVED">');
  });

  it('has a page for every type, with links to places that exist', async () => {
    const anchors = new Map<string, string>();
    for (const { name } of types) {
      const { status, body } = await open(`/graph/${name}`);
      expect({ name, status }).toEqual({ name, status: 200 });
      anchors.set(`/graph/${name}`, body);
    }
    for (const [page, body] of anchors) {
      for (const [, path = '', anchor] of body.matchAll(/href="(\/graph\/\w+)(?:#(\w+))?"/g)) {
        const target = anchors.get(path);
        const isThere = anchor === undefined || target?.includes(`id="${anchor}"`);
        expect({ page, path, anchor, isThere: target !== undefined && isThere }).toMatchObject({
          isThere: true,
        });
      }
    }
  });

  it('finds types and fields without a script, and marks them in the picture', async () => {
    const { body } = await open('/graph?q=change+requests');
    expect(body.indexOf('<code>ChangeRequest</code>')).toBeGreaterThan(0);
    expect(body).toContain('href="/graph/Space#changeRequests"');
    expect((await open('/graph?q=glossary+entries')).body).toContain('<code>GlossaryEntry</code>');
    expect(picturedIn((await open('/graph?q=siteSpaces')).body).found).toEqual(
      expect.arrayContaining(['Site', 'SiteSection']),
    );
    expect((await open('/graph?q=nothingOfTheSort')).body).toContain('Nothing found');
    const hostile = await open(`/graph?q=${encodeURIComponent('"><script>')}&q=%22`);
    expect(hostile.status).toBe(200);
    expect(hostile.body).not.toContain('<script>');
  });

  it('knows no other types, and is off in production as GraphiQL is', async () => {
    for (const url of ['/graph/Nothing', '/graph/__Schema', '/graph/constructor']) {
      expect((await open(url)).status).toBe(404);
    }
    expect((await open('/graph', production)).status).toBe(404);
    expect((await open('/graph/Space', production)).status).toBe(404);
    expect((await open('/', production)).body).not.toContain('/graph"');
    expect((await open('/')).body).toContain('href="/graph"');
  });
});

describe('an example of a type', () => {
  it('is a valid operation, for every type that an operation can return', () => {
    const without = types
      .filter((type) => isCompositeType(type) && !examples.of(type.name))
      .filter((type) => !/^(?:Query|Mutation|Subscription)$/.test(type.name))
      .map(({ name }) => name);
    expect(without).toEqual([
      // No field returns these interfaces.
      ...['Access', 'Grant'],
      // Only deprecated fields return these.
      ...['MoveSiteSectionGroupPayload', 'MoveSiteSectionPayload'],
    ]);
    for (const { name } of types) {
      const query = examples.of(name)?.query;
      if (query === undefined) continue;
      const problems = validate(schema, parse(query)).map(({ message }) => message);
      expect({ name, query, problems }).toEqual({ name, query, problems: [] });
    }
  });

  it('runs as it is where it needs no variables', async () => {
    const runnable = types.flatMap(({ name }) => {
      const example = examples.of(name);
      const isReady = example && Object.keys(example.variables).length === 0;
      return isReady ? [{ name, query: example.query }] : [];
    });
    expect(runnable.length).toBeGreaterThan(150);
    for (const { name, query } of runnable) {
      const { errors = [] } = await admin.graphql(query);
      const messages = errors.map(({ message }) => message);
      expect({ name, query, messages }).toEqual({ name, query, messages: [] });
    }
  });
});
