import { beforeAll, describe, expect, it } from 'vitest';
import type { Cast } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { writeFiles, writePages, writeReusableContents } from '../../support/content.ts';
import { hasPoppler, readPdf, type ReadPdf } from '../../support/poppler.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { animated, blue, red } from './pictures.ts';
import { download, png } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast: Cast = useCast(world, organization);
let admin: Client;
let spaceId: string;
let ids: Record<string, string>;
let path: string;

const guide = `
See [the second](second.md#deep-dive), [itself](#code), [the web](https://example.com/a?b=1), a note[^1],
[nothing](missing.md), [a hidden page](/guides/hidden), and **bold** 中文字符, 日本語テキスト, 한국어, Ελληνικά,
Кириллица, ภาษาไทย and 🚀.

{% include "../reusable.md" %}

Version {{ page.vars.version }}.

{% if page.vars.version == "2.0" %}
What holds.
{% endif %}

{% if visitor.claims.plan == "pro" %}
What nobody sees.
{% endif %}

## Code

\`\`\`ts
const answer = 42;   // 注释
\`\`\`

{% hint style="warning" %}
A hint.
{% endhint %}

{% tabs %}
{% tab title="macOS" %}
In a tab.
{% endtab %}
{% endtabs %}

| Setting | Meaning |
| --- | --- |
| PORT | where it listens |

<figure><img src="pic.png" alt="A picture"><figcaption><p>Its caption</p></figcaption></figure>

![broken](broken.png) ![gif](moving.gif) ![webp](moving.webp) ![far](https://example.com/far.png)

[^1]: The text of the note.
`;

beforeAll(async () => {
  ({ admin } = organization);
  ({ id: spaceId } = await world.space(organization.id, { title: 'Handbook' }));
  path = `/v1/spaces/${spaceId}`;
  const picture = png(300, 200);
  const git = (file: string) => ({ git: { oid: 'a', path: `docs/${file}` } });
  await writeFiles(world, spaceId, [
    { name: 'pic.png', contentType: 'image/png', text: picture, path: 'docs/pic.png' },
    {
      name: 'broken.png',
      contentType: 'image/png',
      text: picture.subarray(0, 60),
      path: 'docs/broken.png',
    },
    {
      name: 'moving.gif',
      contentType: 'image/gif',
      text: await animated([red, blue], 'gif'),
      path: 'docs/moving.gif',
    },
    {
      name: 'moving.webp',
      contentType: 'image/webp',
      text: await animated([red, blue], 'webp'),
      path: 'docs/moving.webp',
    },
  ]);
  await writeReusableContents(world, spaceId, [
    {
      title: 'Shared',
      markdown: 'What is shared of {{ page.vars.version }}.',
      git: { oid: 'a', path: 'reusable.md' },
    },
  ]);
  ({ ids } = await writePages(world, spaceId, [
    {
      title: 'Guides',
      type: 'group',
      pages: [
        {
          title: 'First',
          description: 'How to begin.',
          variables: { version: '2.0' },
          markdown: guide,
          ...git('first.md'),
          pages: [{ title: 'Below', markdown: 'What is below.' }],
        },
        { title: 'Second', markdown: '# Deep dive\n\nText.', ...git('second.md') },
        {
          title: 'Hidden',
          hidden: true,
          markdown: 'What is hidden.',
          pages: [{ title: 'In it', markdown: 'Hidden as well.' }],
        },
        { title: 'Link', type: 'link', target: { kind: 'url', url: 'https://example.org' } },
      ],
    },
  ]));
});

async function bytesOf(query = '', client = admin): Promise<Buffer> {
  const { status, body } = await client.get(`${path}/pdf${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  const { rawPayload } = await download(world, body.url);
  return rawPayload;
}

describe.skipIf(!hasPoppler)('the PDF of a space (poppler reads it)', () => {
  let book: ReadPdf;

  beforeAll(async () => {
    book = readPdf(await bytesOf());
  });

  it('says what it is', () => {
    expect(book.info).toMatchObject({ Title: 'Handbook', Tagged: 'yes', Encrypted: 'no' });
    expect(book.info['Page size']).toContain('A4');
  });

  it('has a cover, and a table of contents with the numbers of the pages', () => {
    expect(book.pages[0]).toContain('Handbook');
    const numbers = new Map(
      [...(book.pages[1] ?? '').matchAll(/(\S+) +(\d+)$/gm)].map(([, title, number]) => [
        title,
        Number(number),
      ]),
    );
    expect([...numbers.keys()]).toEqual(['Guides', 'First', 'Below', 'Second']);
    for (const [title = '', number] of numbers) {
      expect(book.pages[number - 1], title).toContain(title);
    }
  });

  it('has a bookmark for each page and its sections', () => {
    const titles = ['Guides', 'First', 'Code', 'Below', 'Second', 'Deep dive'];
    expect(book.bookmarks.toSorted()).toEqual(titles.toSorted());
  });

  it('has all text that is shown, in all scripts, and none that is hidden', () => {
    const shown = [
      'How to begin.',
      '中文字符',
      '日本語テキスト',
      '한국어',
      'Ελληνικά',
      'Кириллица',
      '🚀',
    ];
    const blocks = ['const answer = 42; // 注释', 'A hint.', 'In a tab.', 'where it listens'];
    const others = [
      'Its caption',
      'The text of the note.',
      'What is shared of 2.0.',
      'Version 2.0.',
      'What holds.',
      'What is below.',
    ];
    // The scripts of East Asia break their lines within words.
    const found = book.text.replaceAll(' ', '');
    for (const text of [...shown, ...blocks, ...others]) {
      expect(found).toContain(text.replaceAll(' ', ''));
    }
    expect(book.text).not.toMatch(/hidden\.|nobody sees/i);
  });

  it('brings its fonts along, so that it looks the same everywhere and can be searched', () => {
    expect(book.fonts.length).toBeGreaterThan(5);
    expect(book.fonts.filter(({ isEmbedded, hasUnicode }) => !isEmbedded || !hasUnicode)).toEqual(
      [],
    );
  });

  it('leads to the web, and to pages that it does not have in the app', () => {
    const urls = new Set(book.urls.map(({ url }) => url));
    expect(urls).toContain('https://example.com/a?b=1');
    expect([...urls].filter((url) => url.endsWith('/guides/hidden'))).toHaveLength(1);
    expect([...urls].filter((url) => url.includes('missing'))).toEqual([]);
  });

  it('leads within itself to places that are there', () => {
    expect(book.goals.length).toBeGreaterThan(5);
    const places = new Set(book.destinations);
    expect(book.goals.filter((goal) => !places.has(goal))).toEqual([]);
    expect(book.goals).toContain(`page ${ids['Second']} 1`);
    expect(book.goals).toContain(`page ${ids['First']} 1`);
  });

  it('has the images that can be printed, and says what is missing of others', () => {
    expect(book.images).toBe(3);
    expect(book.text).toMatch(/broken \(not printed: it is damaged\)/);
    expect(book.urls.map(({ url }) => url)).toContain('https://example.com/far.png');
  });

  it('is of a page and those below it, or of it alone', async () => {
    const part = readPdf(await bytesOf(`?page=${ids['First']}`));
    expect(part.bookmarks.toSorted()).toEqual(['Below', 'Code', 'First']);
    const alone = readPdf(await bytesOf(`?page=${ids['First']}&only=true`));
    expect(alone.bookmarks.toSorted()).toEqual(['Code', 'First']);
    expect(alone.pages[0]).toContain('How to begin.');
    const hidden = readPdf(await bytesOf(`?page=${ids['Hidden']}&only=true`));
    expect(hidden.text).toContain('What is hidden.');
  });

  it('of a change request is of what it proposes', async () => {
    const { id, number } = await world.changeRequest(spaceId, { subject: 'Say more' });
    const change = {
      operation: 'insert_page',
      metadata: { title: 'New' },
      document: { markdown: 'What is new.' },
    };
    await admin.post(`${path}/change-requests/${id}/content`, { changes: [change] });
    const { body } = await admin.get(`${path}/change-requests/${number}/pdf`);
    const proposed = readPdf((await download(world, body.url)).rawPayload);
    expect(proposed.pages[0]).toContain(`#${number} Say more`);
    expect(proposed.text).toContain('What is new.');
    expect(readPdf(await bytesOf()).text).not.toContain('What is new.');
  });
});

describe('the address of a PDF', () => {
  const urlOf = async (query = '', client = admin): Promise<string> =>
    (await client.get(`${path}/pdf${query}`)).body.url;
  const only = () => `?page=${ids['Below']}&only=true`;

  it('is the same PDF on both surfaces, made once', async () => {
    const [one, other] = await Promise.all([urlOf(only()), urlOf(only())]);
    const data = await admin.query(
      `query ($id: ID!, $page: ID!) {
        space(id: $id) { pdf(page: $page, only: true) { url } content { pdf(page: $page, only: true) { url } } }
      }`,
      { id: spaceId, page: ids['Below'] },
    );
    const urls = [one, other, data.space.pdf.url, data.space.content.pdf.url];
    expect(new Set(urls.map((url) => url.split('?')[0])).size).toBe(1);
    const { rawPayload, headers, statusCode } = await download(world, one);
    expect(statusCode).toBe(200);
    expect(rawPayload.toString('latin1', 0, 5)).toBe('%PDF-');
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-disposition']).toBe("inline; filename*=UTF-8''Below.pdf");
    expect(
      await world.db.prisma.generatedFile.count({
        where: { blob: new URL(one).pathname.split('/')[3] ?? '' },
      }),
    ).toBe(1);
  });

  it('works for an hour, and for nobody who changed it', async () => {
    const url = await urlOf(only());
    const left = Number(new URL(url).searchParams.get('expires')) - Date.now();
    expect(left).toBeGreaterThan(55 * 60_000);
    expect(left).toBeLessThanOrEqual(60 * 60_000);
    const { headers } = await download(world, url);
    expect(Number(/max-age=(\d+)/.exec(String(headers['cache-control']))?.[1])).toBeLessThanOrEqual(
      3600,
    );
    const changed = [
      url.replace('Below.pdf', 'Other.pdf'),
      url.replace(/expires=\d/, 'expires=9'),
      url.replace(/expires=\d+/, 'expires=1'),
      url.replace(/signature=.*/, 'signature='),
    ];
    for (const each of changed) expect((await download(world, each)).statusCode).toBe(403);
  });

  it('is for whoever may read the content', async () => {
    const query = `query ($id: ID!, $page: ID!) { space(id: $id) { pdf(page: $page, only: true) { url } } }`;
    const variables = { id: spaceId, page: ids['Below'] };
    expect((await cast.read.get(`${path}/pdf${only()}`)).status).toBe(200);
    expect((await cast.read.query(query, variables)).space.pdf.url).toContain('Below.pdf');
    const stranger = await world.user();
    expect((await stranger.get(`${path}/pdf${only()}`)).status).toBe(404);
    expect((await stranger.query(query, variables)).space).toBeNull();
    expect((await world.anonymous().get(`${path}/pdf${only()}`)).status).toBe(401);
  });

  it('is refused for what cannot be printed', async () => {
    const link = await admin.get(`${path}/pdf?page=${ids['Link']}`);
    expect(link.status).toBe(400);
    expect(link.body.error.message).toBe('"page" must be a document or a group, not a link.');
    const alone = await admin.get(`${path}/pdf?only=true`);
    expect(alone.status).toBe(400);
    expect(alone.body.error.message).toContain('"only" needs "page"');
    expect((await admin.get(`${path}/pdf?page=page_x`)).status).toBe(404);
    const query = `query ($id: ID!) { space(id: $id) { pdf(page: "page_x") { url } } }`;
    expect(await admin.errorCode(query, { id: spaceId })).toBe('NOT_FOUND');
  });
});
