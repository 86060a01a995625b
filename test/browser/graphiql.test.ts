import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, PATIENCE_MS } from '../support/eventually.ts';
import { listen } from '../support/listen.ts';
import { openApi } from '../support/open-api.ts';
import { World } from '../support/world.ts';
import { browserPath, openBrowser, watch, type Complaints } from './open-browser.ts';

/** Interval at which a tab is tried again until GraphiQL knows its operation, in milliseconds. */
const TAB_SETTLES_MS = 1500;

let world: World;
let browser: Browser;
let origin = '';

describe.skipIf(!browserPath)(
  'the pages in Chromium without a network (CHROMIUM_PATH names one)',
  () => {
    beforeAll(async () => {
      world = await World.create();
      [origin, browser] = await Promise.all([listen(world.app), openBrowser()]);
    });

    afterAll(async () => {
      await browser?.close();
      await world?.destroy();
    });

    async function open(path: string): Promise<{ page: Page; complaints: Complaints }> {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      page.setDefaultTimeout(PATIENCE_MS);
      const complaints = await watch(page, origin);
      await page.goto(`${origin}${path}`);
      return { page, complaints };
    }

    it('GraphiQL runs the examples for who is signed in, and says at once that a token is wrong', async () => {
      const { id, admin } = await world.organization('Northwind');
      const { page, complaints } = await open('/graphql');
      await page.getByLabel('API token').fill('dg_wrong');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('The API token is unknown, expired or revoked.').waitFor();
      await page.getByLabel('API token').fill(admin.token ?? '');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Signed in as').waitFor();
      // While it waits for an answer, the button has another name and would stop it.
      const execute = page.getByRole('button', { name: /^Execute query/ });
      await execute.click();
      const response = page.locator('.graphiql-response');
      await response.getByText('Northwind').waitFor();
      expect(await response.innerText()).toContain(id);

      await page.getByRole('tab', { name: 'CreateApiToken' }).click();
      await page.locator('.graphiql-query-editor').getByText('createApiToken').first().waitFor();
      // GraphiQL shows the operation of a tab a moment before it knows the operation's name: until
      // then the server responds 400, of which the browser complains.
      await eventually(async () => {
        await execute.click();
        await response.getByText('Made in GraphiQL').waitFor({ timeout: TAB_SETTLES_MS });
      });
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByLabel('API token').waitFor();
      await execute.click();
      await response.getByText('UNAUTHENTICATED').waitFor();
      const others = complaints.errors.filter((error) => !/40[01] \(/.test(error));
      expect({ ...complaints, errors: others }).toEqual({ outside: [], errors: [] });
    });

    it('GraphiQL signs in by a link with a token, which leaves the address', async () => {
      const { admin } = await world.organization('Northwind');
      const { page, complaints } = await open(`/graphql#token=${admin.token}`);
      await page.getByText('Signed in as').waitFor();
      expect(page.url()).toBe(`${origin}/graphql`);
      await page.getByText(/^Cost [\d,]+ of 1,000,000, depth \d+ of 30$/).waitFor();
      await page.getByText('As REST').click();
      const twin = page.getByRole('link', { name: 'GET /v1/orgs', exact: true });
      expect(await twin.getAttribute('href')).toBe('/v1/docs#tag/Organization/GET/v1/orgs');
      await page.reload();
      await page.getByText('Signed in as').waitFor();
      expect(complaints).toEqual({ outside: [], errors: [] });
    });

    it('GraphiQL shows the events of a subscription until it is stopped', async () => {
      const { id, admin } = await world.organization('Northwind');
      const space = await world.space(id, { title: 'Before' });
      const { page, complaints } = await open(`/graphql#token=${admin.token}`);
      await page.getByText('Signed in as').waitFor();
      await page.locator('.graphiql-query-editor .CodeMirror').click();
      await page.keyboard.press('Control+A');
      const text = `subscription { space(id: "${space.id}") { changedParts space { title } } }`;
      await page.keyboard.insertText(text);
      const response = page.locator('.graphiql-response');
      await eventually(async () => {
        await page.getByRole('button', { name: /^Execute query/ }).click();
        await response.getByText('Before').waitFor({ timeout: TAB_SETTLES_MS });
      });
      await admin.patch(`/v1/spaces/${space.id}`, { title: 'After' });
      await response.getByText('After').waitFor();
      await page.getByRole('button', { name: /^Stop query/ }).click();
      await eventually(() => expect(world.db.changes.size).toBe(0));
      // Until GraphiQL knows the operation, the server responds 400.
      const others = complaints.errors.filter((error) => !/400 \(/.test(error));
      expect({ ...complaints, errors: others }).toEqual({ outside: [], errors: [] });
    });

    it('GraphiQL fits a phone, and so does its query builder', async () => {
      const { page } = await open('/graphql');
      await page.setViewportSize({ width: 390, height: 844 });
      const execute = page.getByRole('button', { name: /^Execute query/ });
      await execute.waitFor();
      await page.getByRole('button', { name: /GraphiQL Explorer$/ }).click();
      const builder = page.locator('.graphiql-plugin');
      await builder.getByText('organizations').first().waitFor();
      const width = () => page.evaluate(() => document.documentElement.scrollWidth);
      expect(await width()).toBe(390);
      expect((await builder.boundingBox())?.width).toBeGreaterThan(280);
    });

    it('the REST reference shows the operations', async () => {
      const { page, complaints } = await open('/v1/docs');
      await page.getByText('/v1/orgs/{organizationId}').first().waitFor();
      const text = await page.locator('body').innerText();
      for (const path of Object.keys(openApi.paths)) expect(text).toContain(path);
      expect(complaints).toEqual({ outside: [], errors: [] });
    });

    it('the first page leads to both', async () => {
      const { page, complaints } = await open('/');
      await page.getByRole('link', { name: 'GraphiQL' }).click();
      await page.waitForURL('**/graphql', { waitUntil: 'commit' });
      await page.goBack();
      await page.getByRole('link', { name: 'REST reference' }).click();
      await page.waitForURL('**/v1/docs', { waitUntil: 'commit' });
      expect(complaints).toEqual({ outside: [], errors: [] });
    });
  },
);
