import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIdentityProvider, type RunningProvider } from '../support/identity-provider.ts';
import { PATIENCE_MS } from '../support/eventually.ts';
import { listen } from '../support/listen.ts';
import { addProvider } from '../support/saml-login.ts';
import { World } from '../support/world.ts';
import { browserPath, openBrowser, watch } from './open-browser.ts';

let world: World;
let browser: Browser;
let identityProvider: RunningProvider | undefined;
let origin = '';

describe.skipIf(!browserPath)('a login by single sign-on', () => {
  beforeAll(async () => {
    world = await World.create({ baseUrl: () => origin });
    [origin, browser] = await Promise.all([listen(world.app), openBrowser()]);
  });

  afterAll(async () => {
    await browser?.close();
    await identityProvider?.stop();
    await world?.destroy();
  });

  async function openLogin() {
    const { id } = await world.organization();
    const provider = await addProvider(world, id);
    const person = { issuer: provider.entityId, email: 'ada@example.com', name: 'Ada' };
    // Another site than the gateway, which is at 127.0.0.1: its cookies do not come along.
    identityProvider = await startIdentityProvider(provider.key, person);
    const ssoUrl = identityProvider.url;
    await world.db.prisma.samlProvider.update({ where: { id: provider.id }, data: { ssoUrl } });
    const context = await browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const complaints = await watch(page, origin, new URL(ssoUrl).origin);
    await page.goto(`${origin}/saml/${provider.id}/login`);
    return { context, page, complaints, organizationId: id };
  }

  it('leads to the provider and back, and shows a token that works', async () => {
    const { page, complaints, organizationId } = await openLogin();
    await page.getByRole('button', { name: 'I am Ada' }).click();
    await page.getByRole('heading', { name: 'Logged in' }).waitFor();
    const secret = (await page.locator('#value').textContent()) ?? '';
    const session = world.withToken(secret);
    expect((await session.get('/v1/user')).body).toMatchObject({ displayName: 'Ada' });
    expect((await session.get(`/v1/orgs/${organizationId}`)).status).toBe(200);
    expect(complaints).toEqual({ outside: [], errors: [] });
    await page.reload();
    await page.getByText('This login was already used').waitFor();
    expect(await page.locator('#value').count()).toBe(0);
    await identityProvider?.stop();
  });

  it('begins at the page to sign in, too, and leads on to where people came from', async () => {
    const { context, organizationId } = await openLogin();
    const page = await context.newPage();
    const complaints = await watch(page, origin, new URL(identityProvider?.url ?? '').origin);
    const next = encodeURIComponent(`/o/${organizationId}`);
    await page.goto(`${origin}/sign-in?next=${next}`);
    await page.getByLabel('Organization').fill(organizationId);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'I am Ada' }).click();
    await page.getByRole('link', { name: 'Continue to where you came from' }).click();
    await page.waitForURL(`${origin}/o/${organizationId}`);
    expect(complaints).toEqual({ outside: [], errors: [] });
    await identityProvider?.stop();
  });

  it('gives nothing to a browser that did not begin it', async () => {
    const { context, page } = await openLogin();
    await context.clearCookies();
    await page.getByRole('button', { name: 'I am Ada' }).click();
    await page.getByRole('alert').getByText('This login was started in another browser').waitFor();
    expect(await page.locator('#value').count()).toBe(0);
    await page.getByRole('link', { name: 'Begin again' }).click();
    await page.getByRole('button', { name: 'I am Ada' }).click();
    await page.getByRole('heading', { name: 'Logged in' }).waitFor();
  });
});
