import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebClient } from '../../../src/external/http/create-web-client.ts';
import type { WebClient } from '../../../src/external/http/web-client.ts';
import { redirectTo, sendBytes, startWebSite, type WebSite } from '../../support/web-site.ts';
import { World } from '../../support/world.ts';
import type { Client } from '../../support/client.ts';
import {
  importContent,
  importIntoNewSpace,
  picture,
  readOutline,
  readTexts,
  type ImportedResult,
} from './support.ts';

/** A page of the site, with its menu. */
const page = (title: string, text: string, links: readonly string[] = []): string => `
  <!doctype html><html><head><title>${title} | Site</title></head><body>
  <nav>${links.map((link) => `<a href="${link}">${link}</a>`).join('')}</nav>
  <main><h1>${title}</h1>${text}</main><footer>Imprint</footer></body></html>`;

/** More than one import takes. */
const numbers = Array.from({ length: 230 }, (_, index) => index + 1);

let inside: WebSite;
let site: WebSite;
let web: WebClient;
let world: World;
let organization: { id: string; admin: Client };
let imported: { spaceId: string; result: ImportedResult };

beforeAll(async () => {
  inside = await startWebSite({ '/': page('Secrets', '<p>Inside.</p>') });
  const links = [
    ...['guide', 'guide/setup', 'guide/', 'old', 'copy', 'missing', 'huge', 'slow', 'paper.pdf'],
    ...['intranet', 'metadata', 'away', 'private/plans', 'loop', 'broken-html', 'deep'],
  ];
  site = await startWebSite({
    '/robots.txt': sendBytes('text/plain', 'User-agent: *\nDisallow: /docs/private/\n'),
    '/docs/': page(
      'Welcome',
      `<p>Read the <a href="guide#start">guide</a>, <a href="https://example.com/x">more</a>,
       or <a href="missing">nothing</a>.</p><p><img src="/logo.png" alt="Logo"></p>
       <p><img src="/missing.png" alt="Gone"></p><p><img src="${inside.url}/x.png" alt=""></p>`,
      [...links.map((link) => `/docs/${link}`), '/elsewhere', 'mailto:a@example.com', '//['],
    ),
    '/docs/guide': page(
      'Guide',
      `<h2 id="start">Start</h2><p>Go <a href="/docs/">home</a>, or
       <a href="guide/setup">set up</a>. <img src="/logo.png" alt=""></p>`,
      ['/docs/guide/setup', '/docs/guide?utm_source=menu', '/docs/guide/setup/index.html'],
    ),
    '/docs/guide/setup': page(
      'Setup',
      '<p>Back to the <a href="../old">guide</a>.</p><script>alert(1)</script>',
      ['/docs/guide', '/docs/'],
    ),
    '/docs/old': redirectTo('/docs/guide', 301),
    '/docs/copy': page('Setup', '<p>Back to the <a href="old">guide</a>.</p>'),
    '/docs/huge': page('Huge', 'x'.repeat(3 * 1024 * 1024)),
    '/docs/slow': () => undefined,
    '/docs/paper.pdf': sendBytes('application/pdf', '%PDF-1.7'),
    '/docs/intranet': redirectTo(`${inside.url}/`),
    '/docs/metadata': redirectTo('http://169.254.169.254/latest/meta-data/'),
    '/docs/away': redirectTo('/elsewhere'),
    '/docs/private/plans': page('Plans', '<p>Not for robots.</p>'),
    '/docs/loop': redirectTo('/docs/loop'),
    '/docs/broken-html': '<h1>Broken</h1><p>One<p>Two <b>bold',
    '/docs/deep': '<div>'.repeat(100_000),
    '/many/': page('Many', '<p>Many.</p>', numbers.map(String)),
    ...Object.fromEntries(numbers.map((number) => [`/many/${number}`, page(`${number}`, 'x')])),
    '/elsewhere': page('Elsewhere', '<p>Not below.</p>'),
    '/moved': redirectTo(`${inside.url}/`),
    '/logo.png': sendBytes('image/png', picture),
  });
  const real = createWebClient({ intranetHosts: [site.host] });
  // What is slow here is slower than anybody waits.
  web = {
    fetch: (request) =>
      real.fetch(String(request.url).endsWith('/slow') ? { ...request, timeoutMs: 200 } : request),
    close: () => real.close(),
  };
  world = await World.create({ web });
  organization = await world.organization();
  const url = `http://ada:secret@${site.host}/docs/`;
  imported = await importIntoNewSpace(world, organization, { url, source: 'WEBSITE' });
});

afterAll(() => Promise.all([world.destroy(), site.stop(), inside.stop(), web.close()]));

describe('the import of a web site', () => {
  it('has each page once, below those that its address is below', async () => {
    const outline = await readOutline(organization.admin, content());
    expect(outline).toEqual([
      'Welcome (docs)',
      'Guide (guide)',
      ['Setup (setup)'],
      'Broken (broken-html)',
    ]);
  });

  it('has the main text as markdown, with links between the pages and images as files', async () => {
    const texts = await readTexts(organization.admin, content());
    expect(texts).toEqual({
      Welcome:
        'Read the [guide](page:Guide#start), [more](https://example.com/x), or ' +
        `[nothing](${site.url}/docs/missing).\n\n![Logo](file:logo.png)\n\n` +
        `![Gone](${site.url}/missing.png)\n\n![](${inside.url}/x.png)\n`,
      Guide: '## Start\n\nGo [home](page:Welcome), or [set up](page:Setup). ![](file:logo.png)\n',
      Setup: 'Back to the [guide](page:Guide).\n',
      Broken: 'One\n\nTwo **bold**\n',
    });
  });

  it('counts what it took, and says of all else why it did not', () => {
    const { skipped, importedResources, totalResources } = imported.result;
    const at = (path: string) => `${site.url}/docs/${path}`;
    expect(Object.fromEntries(skipped.map(({ path, reason }) => [path, reason]))).toEqual({
      [at('missing')]: 'answers with the status 404',
      [at('huge')]: 'is larger than 2 MB',
      [at('slow')]: 'did not answer in time',
      [at('paper.pdf')]: 'is not a web page, but application/pdf',
      [at('intranet')]: 'leads to another place',
      [at('metadata')]: 'leads to another place',
      [at('away')]: 'leads to another place',
      [at('private/plans')]: 'not for robots, says robots.txt',
      [at('loop')]: 'redirects too often',
      [at('deep')]: 'has more than 256 elements within one another',
      [at('copy')]: `the same as ${at('guide/setup')}`,
      [`${site.url}/missing.png`]: 'answers with the status 404',
      [`${inside.url}/x.png`]: 'resolves to an address outside the public internet',
    });
    expect({ importedResources, totalResources }).toEqual({
      importedResources: 5,
      totalResources: 5 + skipped.length,
    });
  });

  it('asks no server inside, and what is not for robots not even for a page', () => {
    expect(inside.requests).toEqual([]);
    const asked = site.requests.map(({ path }) => path);
    expect(asked.filter((path) => path.startsWith('/docs/private'))).toEqual([]);
    expect(asked).not.toContain('/elsewhere');
    expect(asked.filter((path) => path === '/logo.png')).toHaveLength(1);
  });

  it('sends user and password to the site, and shows them nowhere', async () => {
    const sent = site.requests.find(({ path }) => path === '/docs/guide/setup');
    expect(sent?.headers.authorization).toBe(
      `Basic ${Buffer.from('ada:secret').toString('base64')}`,
    );
    const { prisma } = world.db;
    const blobs = await prisma.blob.findMany();
    const stored = blobs.map(({ bytes }) => Buffer.from(bytes).toString('latin1')).join('\n');
    expect(stored + JSON.stringify(imported)).not.toContain('secret');
  });

  it('ends at 200 pages, and says what was left out', async () => {
    const url = `${site.url}/many/`;
    const { result } = await importIntoNewSpace(world, organization, { url, source: 'WEBSITE' });
    expect(result).toMatchObject({ importedResources: 200, totalResources: 231 });
    const reasons = new Set(result.skipped.map(({ reason }) => reason));
    expect([...reasons]).toEqual(['over the limit of 200 pages']);
    const asked = site.requests.filter(({ path }) => path.startsWith('/many/'));
    expect(asked.length).toBeLessThan(220);
  });

  it('is refused for a first page that cannot be had, with the reason', async () => {
    const { admin } = organization;
    const { id: spaceId } = await world.space(organization.id);
    const answers: string[] = [];
    for (const url of [
      `${site.url}/moved`,
      `http://ada:secret@${inside.host}/`,
      `${site.url}/docs/private/plans`,
      `${site.url}/docs/missing`,
      `${site.url}/docs/paper.pdf`,
      'http://[::ffff:127.0.0.1]/',
    ]) {
      const input = { spaceId, url, source: 'WEBSITE' };
      const { errors } = await admin.graphql(importContent, { input });
      answers.push(`${errors?.[0]?.extensions.code}: ${errors?.[0]?.message}`);
    }
    const refused = 'resolves to an address outside the public internet';
    expect(answers).toEqual([
      `BAD_USER_INPUT: "url" ${refused}.`,
      `BAD_USER_INPUT: "url" ${refused}.`,
      'BAD_USER_INPUT: "url" not for robots, says robots.txt.',
      'BAD_USER_INPUT: "url" answers with the status 404.',
      'BAD_USER_INPUT: "url" is not a web page, but application/pdf.',
      `BAD_USER_INPUT: "url" ${refused}.`,
    ]);
  });
});

const content = () => `/v1/spaces/${imported.spaceId}/content`;
