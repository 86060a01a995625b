import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ok } from '../features/sites/support.ts';
import { publishedSite } from '../reader/reader-site.ts';
import type { Client } from '../support/client.ts';
import { listen } from '../support/listen.ts';
import { World } from '../support/world.ts';
import { browserPath, checkAppearances, flawless, openBrowser, watch } from './open-browser.ts';

const markdown = `
Some **text** with \`code\`, and a [link](other).

## First

{% hint style="danger" %}
Careful.
{% endhint %}

{% tabs %}
{% tab title="Shell" %}
\`\`\`bash
echo "one"
\`\`\`
{% endtab %}
{% tab title="HTTP" %}
Second tab.
{% endtab %}
{% endtabs %}

## Second

| A long column | | A third one | A fourth one | A fifth one |
| --- | --- | --- | --- | --- |
| ${'word '.repeat(9)} | b | c | d | e |

\`\`\`js
const long = "${'x'.repeat(300)}"; // a line that is too long
\`\`\`

- [x] done
`;

let world: World;
let browser: Browser;
let origin = '';
let url = '';
let spaceUrl = '';
let changeRequestUrl = '';
let token: string | undefined;

/** Announces something, and adds links to the header. */
async function customize(admin: Client, siteUrl: string): Promise<void> {
  const settings = ok(await admin.get(`${siteUrl}/customization`));
  const to = { kind: 'url', url: 'https://example.com/' };
  const style = 'button-primary';
  const links = [
    { title: 'More', to: null, links: [{ title: 'Below', to }] },
    { title: 'Start now', to, links: [], style },
  ];
  const announcement = { enabled: true, message: 'Version 2 is out.', style: 'warning' };
  const header = { ...settings.header, links };
  ok(await admin.put(`${siteUrl}/customization`, { ...settings, announcement, header }));
}

/** Creates a change request with an open comment. Returns its address. */
async function reword(admin: Client, spaceId: string, page: string): Promise<string> {
  const requests = `/v1/spaces/${spaceId}/change-requests`;
  const { id, urls } = ok(await admin.post(requests, { subject: 'Reword' }), 201);
  const reworded = { markdown: markdown.replace('Careful.', 'Be careful.') };
  const changes = [{ operation: 'update_page', page, document: reworded }];
  ok(await admin.post(`${requests}/${id}/content`, { changes }));
  ok(await admin.post(`${requests}/${id}/comments`, { body: { markdown: 'Good.' } }));
  return urls.app;
}

describe.skipIf(!browserPath)('the reader in a browser', () => {
  beforeAll(async () => {
    // Addresses of another host than the one that is listened on would lead outside.
    world = await World.create({ baseUrl: () => origin || 'http://127.0.0.1' });
    [origin, browser] = await Promise.all([listen(world.app), openBrowser()]);
    const pages = [
      { title: 'Start', description: 'Where to begin.', emoji: '🌊', markdown },
      { title: 'Group', type: 'group' as const, pages: [{ title: 'Other', markdown: 'Whales.' }] },
    ];
    const organization = await world.organization();
    const site = await publishedSite(world, organization, pages);
    url = `${origin}${site.url}`;
    spaceUrl = `${origin}/o/${organization.id}/s/${site.spaceId}`;
    const { admin } = organization;
    ({ token } = admin);
    await customize(admin, site.site.url);
    changeRequestUrl = await reword(admin, site.spaceId, site.ids['Start'] ?? '');
  });

  afterAll(async () => {
    await browser?.close();
    await world?.destroy();
  });

  it('has no violation of axe, and fits, on phones and screens, in both modes', async () => {
    const page = await browser.newPage({ bypassCSP: true });
    const complaints = await watch(page, origin);
    for (const path of ['', '/~search?q=whales', '/nowhere']) {
      await page.goto(url + path);
      expect(await checkAppearances(page)).toEqual(flawless);
    }
    const errors = complaints.errors.filter((error) => !error.includes('404'));
    expect({ ...complaints, errors }).toEqual({ outside: [], errors: [] });
    await page.close();
  });

  it('has no violation of axe in the app, and fits', async () => {
    const page = await browser.newPage({
      bypassCSP: true,
      extraHTTPHeaders: { authorization: `Bearer ${token}` },
    });
    const lists = [`${spaceUrl}/~changes`, `${spaceUrl}/~search?q=whales`];
    for (const path of [...lists, changeRequestUrl, `${changeRequestUrl}?view=split`]) {
      await page.goto(path);
      expect(await checkAppearances(page)).toEqual(flawless);
    }
    await page.close();
  });

  it('opens links below others by keyboard', async () => {
    const page = await browser.newPage();
    await page.goto(url);
    await page.getByText('More', { exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Below');
    await page.close();
  });

  it('fits on a phone in the app, and stays on one line in its header', async () => {
    const page = await browser.newPage({
      viewport: { width: 390, height: 900 },
      extraHTTPHeaders: { authorization: `Bearer ${token}` },
    });
    await page.goto(spaceUrl);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    const button = await page.getByRole('button', { name: 'Sign out' }).boundingBox();
    expect(button?.height).toBeLessThan(40);
    await page.close();
  });

  it('finds pages while one types, and lets tabs be chosen by keyboard', async () => {
    const page = await browser.newPage();
    const complaints = await watch(page, origin);
    await page.goto(url);
    await page.getByLabel('Shell').focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('Second tab.').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('whal');
    await page.locator('.suggestions a').first().click();
    await page.getByRole('heading', { name: 'Other' }).waitFor();
    expect(page.url()).toBe(`${url}/group/other`);
    expect(complaints).toEqual({ outside: [], errors: [] });
    await page.close();
  });

  it('is read without scripts', async () => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 390, height: 900 },
    });
    const page = await context.newPage();
    await page.goto(url);
    await page.getByText('HTTP').click();
    await page.getByText('Second tab.').waitFor();
    await page.getByText('Contents').click();
    await page.getByRole('link', { name: 'Other' }).first().click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Other');
    await context.close();
  });
});
