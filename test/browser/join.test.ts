import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE_MS } from '../support/eventually.ts';
import { listen } from '../support/listen.ts';
import { baseUrl, World } from '../support/world.ts';
import { browserPath, openBrowser, watch } from './open-browser.ts';

let world: World;
let browser: Browser;
let origin = '';

describe.skipIf(!browserPath)('the page that invited people open', () => {
  beforeAll(async () => {
    world = await World.create();
    [origin, browser] = await Promise.all([listen(world.app), openBrowser()]);
  });

  afterAll(async () => {
    await browser?.close();
    await world?.destroy();
  });

  async function open(url: string) {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const complaints = await watch(page, origin);
    await page.goto(url.replace(baseUrl, origin));
    return { page, complaints };
  }

  it('makes the user of an invitation, and shows their token once', async () => {
    const { id, admin } = await world.organization('Northwind');
    const { body } = await admin.post(`/v1/orgs/${id}/invites`, { emails: ['ada@example.com'] });
    const { page, complaints } = await open(body.invitations[0].url);
    await page.getByLabel('Your name').fill('Ada');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText('You belong to Northwind now.').waitFor();
    const secret = (await page.locator('#value').textContent()) ?? '';
    const { body: ada } = await world.withToken(secret).get('/v1/user');
    expect(ada).toMatchObject({ displayName: 'Ada', email: 'ada@example.com' });
    expect(page.url()).toBe(`${origin}/join`);
    expect(complaints).toEqual({ outside: [], errors: [] });
  });

  it('joins by an invite link with a token, and says what is wrong', async () => {
    const { id, admin } = await world.organization('Contoso');
    const { inviteLink } = await admin.query(
      `mutation ($id: ID!) {
        inviteLink: createInvite(
          input: { organizationId: $id, gives: { organization: { role: READ } } }
        ) { invite { url } }
      }`,
      { id },
    );
    const stranger = await world.user();
    const { page } = await open(inviteLink.invite.url);
    await page.getByLabel('Your API token').fill('dg_wrong');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText('The API token is unknown, expired or revoked.').waitFor();
    await page.getByLabel('Your API token').fill(stranger.token ?? '');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText('You belong to Contoso now.').waitFor();
    expect((await stranger.get(`/v1/orgs/${id}`)).status).toBe(200);
  });
});
