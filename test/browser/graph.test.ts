import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE_MS } from '../support/eventually.ts';
import { listen } from '../support/listen.ts';
import { World } from '../support/world.ts';
import {
  browserPath,
  checkAppearances,
  flawless,
  openBrowser,
  watch,
  type Complaints,
} from './open-browser.ts';

let world: World;
let browser: Browser;
let origin = '';

describe.skipIf(!browserPath)('the graph in Chromium (CHROMIUM_PATH names one)', () => {
  beforeAll(async () => {
    world = await World.create();
    [origin, browser] = await Promise.all([listen(world.app), openBrowser()]);
  });

  afterAll(async () => {
    await browser?.close();
    await world?.destroy();
  });

  async function open(
    path: string,
    { width = 1400 }: { width?: number } = {},
  ): Promise<{ page: Page; complaints: Complaints }> {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    page.setDefaultTimeout(PATIENCE_MS);
    const complaints = await watch(page, origin);
    await page.goto(`${origin}${path}`);
    return { page, complaints };
  }

  it.each(['/', '/graph?q=comment', '/graph/Space', '/graph/CommentStatus'])(
    'has no violation of axe, and fits, on phones and screens, in both modes: %s',
    async (path) => {
      const { page, complaints } = await open(path);
      expect(await checkAppearances(page)).toEqual(flawless);
      expect(complaints).toEqual({ outside: [], errors: [] });
      await page.close();
    },
  );

  it('leads by keyboard from the picture to a type, and by a link to its example', async () => {
    const { admin } = await world.organization('Northwind');
    const { page, complaints } = await open(`/graphql#token=${admin.token}`);
    await page.getByText('Signed in as').waitFor();
    await page.getByRole('link', { name: 'The graph' }).click();
    const type = page.locator('.picture').getByRole('link', { name: 'Organization' });
    await type.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/graph/Organization');
    await page.getByRole('link', { name: 'Open in GraphiQL' }).click();
    await page.getByText('Signed in as').waitFor();
    const editor = page.locator('.graphiql-query-editor');
    await editor.getByText('organizations').first().waitFor();
    await page.getByRole('button', { name: /^Execute query/ }).click();
    await page.locator('.graphiql-response').getByText('Northwind').waitFor();
    expect(page.url()).toBe(`${origin}/graphql`);
    expect(complaints).toEqual({ outside: [], errors: [] });
  });

  it('shows the picture in its frame, which scrolls on a phone', async () => {
    const { page } = await open('/graph', { width: 390 });
    const site = page.locator('.picture').getByRole('link', { name: 'CommentReply' });
    await site.scrollIntoViewIfNeeded();
    await site.click();
    await page.waitForURL('**/graph/CommentReply');
    const type = await open('/graph/Space', { width: 390 });
    const center = await type.page.locator('.picture .center').boundingBox();
    expect(center?.x).toBeGreaterThan(0);
    expect(center?.x).toBeLessThan(390 - (center?.width ?? 390));
    const wide = await open('/graph');
    const frame = await wide.page.locator('.picture').boundingBox();
    const picture = await wide.page.locator('.picture svg').boundingBox();
    expect(picture?.width).toBeLessThanOrEqual(frame?.width ?? 0);
    expect(picture?.width).toBeGreaterThan(1000);
  });
});
