import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { World } from '../support/world.ts';

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let world: World;
let production: World;

beforeAll(async () => {
  [world, production] = await Promise.all([World.create(), World.create({ production: true })]);
});

afterAll(() => Promise.all([world.destroy(), production.destroy()]));

const open = (url: string, { app } = world) => app.inject({ url, headers: browser });

/** What a page makes the browser load. */
function loadsOf(html: string): string[] {
  return [...html.matchAll(/(?:src|<link [^>]*href)="([^"]+)"/g)].map(([, url = '']) => url);
}

describe.each(['/', '/graphql', '/graph', '/graph/Space', '/v1/docs', '/join'])(
  'the page %s',
  (url) => {
    it('is HTML in UTF-8 for anyone', async () => {
      const { statusCode, headers, body } = await open(url);
      expect(statusCode).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(body).toMatch(/^<!doctype html>/);
    });

    it('runs no inline script and loads from its own host only', async () => {
      const { headers, body } = await open(url);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).not.toMatch(/script-src[^;]*unsafe|https?:/);
      expect(body).not.toMatch(/<script(?![^>]*(?:src=|application\/json))/);
      expect(loadsOf(body).filter((load) => !load.startsWith('/assets/'))).toEqual([]);
    });

    it('loads assets that exist, whose path changes with their content, for good', async () => {
      const { body } = await open(url);
      const loads = loadsOf(body);
      expect(loads.length).toBeGreaterThan(0);
      for (const load of loads) {
        const { statusCode, headers } = await world.app.inject(load);
        expect(statusCode).toBe(200);
        expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
        expect(headers['content-type']).toMatch(
          /^(?:text\/(?:javascript|css)|image\/svg\+xml); charset=utf-8$/,
        );
      }
    });
  },
);

describe('the addresses of the pages', () => {
  it('leave /graphql to programs that do not ask for a page', async () => {
    const { body } = await world.app.inject({
      url: '/graphql?query={__typename}',
      headers: { accept: 'application/graphql-response+json' },
    });
    expect(JSON.parse(body)).toEqual({ data: { __typename: 'Query' } });
  });

  it('serve the OpenAPI document and the version without a token', async () => {
    const document = await world.app.inject('/v1/openapi.json');
    expect(document.json()).toMatchObject({ openapi: '3.1.1', info: { title: 'docgraph' } });
    const again = await world.app.inject({
      url: '/v1/openapi.json',
      headers: { 'if-none-match': String(document.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
    const { data } = await world.anonymous().graphql('{ apiInformation { version build } }');
    for (const url of ['/v1', '/v1/']) {
      const identity = (await world.app.inject(url)).json();
      expect(identity).toEqual(data?.apiInformation);
      expect(identity).toEqual({
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        build: expect.stringMatching(/^[0-9a-f]{12}$/),
      });
    }
  });

  it('show no GraphiQL in production, and no link to it', async () => {
    const explorer = await open('/graphql', production);
    expect(explorer.statusCode).toBe(404);
    expect(explorer.body).not.toContain('<script');
    expect((await open('/', production)).body).not.toContain('GraphiQL');
    expect((await open('/')).body).toContain('href="/graphql"');
  });
});
