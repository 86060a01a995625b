import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSmtpMailer } from '../../src/external/mail/smtp-mailer.ts';
import { packageFile } from '../../src/http/pages/package-file.ts';
import type { Client } from '../support/client.ts';
import { eventually, PATIENCE_MS } from '../support/eventually.ts';
import { listen } from '../support/listen.ts';
import { startMailServer, type MailServer } from '../support/mail-server.ts';
import { World } from '../support/world.ts';
import { browserPath, openBrowser, watch, type Complaints } from './open-browser.ts';

/** One with a mail server, and one without, whose first user is the admin there. */
let mailing: World;
let quiet: World;
let server: MailServer;
let browser: Browser;
const origins = { mailing: '', quiet: '' };

interface Organization {
  id: string;
  admin: Client;
}

describe.skipIf(!browserPath)('people who get in', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    server = await startMailServer({});
    const mailer = createSmtpMailer({ url: server.url, from: 'docs@example.com' });
    [mailing, quiet, browser] = await Promise.all([
      World.create({ mailer, baseUrl: () => origins.mailing || 'http://127.0.0.1' }),
      World.create({ baseUrl: () => origins.quiet || 'http://127.0.0.1' }),
      openBrowser(),
    ]);
    [origins.mailing, origins.quiet] = await Promise.all([listen(mailing.app), listen(quiet.app)]);
  });

  afterAll(async () => {
    await browser?.close();
    await Promise.all([mailing?.destroy(), quiet?.destroy()]);
    await server?.stop();
  });

  /** Opens an address in a browser that nobody is signed in to. */
  async function open(
    url: string,
    options: Parameters<Browser['newContext']>[0] = {},
  ): Promise<{ page: Page; complaints: Complaints }> {
    const context = await browser.newContext({ bypassCSP: true, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const complaints = await watch(page, origins.mailing, origins.quiet);
    await page.goto(url);
    return { page, complaints };
  }

  async function inviteLink({ id, admin }: Organization, gives: object): Promise<string> {
    const mutation = `mutation ($input: CreateInviteInput!) {
      createInvite(input: $input) { invite { url } }
    }`;
    const { createInvite } = await admin.query(mutation, { input: { organizationId: id, gives } });
    return createInvite.invite.url as string;
  }

  /** Creates a space with a page, and an invite link to comment on it. */
  async function guides(world: World, organization: Organization): Promise<string> {
    const { id: spaceId } = await world.space(organization.id, { title: 'Guides' });
    await organization.admin.post(`/v1/spaces/${spaceId}/content`, {
      changes: [{ operation: 'insert_page', metadata: { title: 'First steps' } }],
    });
    return inviteLink(organization, { space: { spaceId, level: 'COMMENT' } });
  }

  it('write a first comment within a minute, with nothing but an invite link', async () => {
    const link = await guides(quiet, await quiet.organization('Northwind'));
    const start = performance.now();
    const { page, complaints } = await open(link, { bypassCSP: false });
    await page.getByRole('heading', { name: 'Join Guides' }).waitFor();
    expect(page.url()).toBe(`${origins.quiet}/join`);
    const lead = await page.locator('.lead').textContent();
    expect(lead).toMatch(/^User \d+ invites you to Guides of Northwind\. You can read and comment/);
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('Your e-mail address').fill('ada@example.com');
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    const secret = (await page.locator('#secret').textContent()) ?? '';
    await page.getByRole('link', { name: 'Continue to Guides' }).click();
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    await page.getByRole('link', { name: 'Comments' }).click();
    await page.getByLabel('Your comment').fill('Where is the *second* step?');
    await page.getByRole('button', { name: 'Comment' }).click();
    const comment = page.locator('.thread');
    await comment.getByText('Where is the second step?').waitFor();
    expect(await comment.textContent()).toMatch(/^Ada/);
    await page.getByRole('link', { name: 'Reply to Ada' }).click();
    await page.getByLabel('Your reply').fill('It comes *soon*.');
    await page.getByRole('button', { name: 'Reply' }).click();
    await page.locator('.thread').getByText('It comes soon.').waitFor();
    expect((performance.now() - start) / 1000).toBeLessThan(60);
    const { body } = await quiet.withToken(secret).get('/v1/user');
    expect(body).toMatchObject({ displayName: 'Ada', email: 'ada@example.com' });
    expect(complaints).toEqual({ outside: [], errors: [] });
  });

  it('confirm their address by a mail where there is a mail server', async () => {
    const link = await guides(mailing, await mailing.organization('Contoso'));
    const { page, complaints } = await open(link, { javaScriptEnabled: false });
    await page.getByLabel('Invite link').fill(link);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Your name').fill('Bob');
    await page.getByLabel('Your e-mail address').fill('bob@example.com');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('We sent a link to bob@example.com.').waitFor();
    expect(await mailing.db.prisma.user.count({ where: { email: 'bob@example.com' } })).toBe(0);
    const [, mailed = ''] = /(http\S+join#invitation=\w+)/.exec(server.mails[0]?.text ?? '') ?? [];
    const other = await open(mailed);
    await other.page.getByText('Your account will have the address bob@example.com.').waitFor();
    await other.page.getByLabel('Your name').fill('Bob');
    await other.page.getByRole('button', { name: 'Join', exact: true }).click();
    await other.page.getByRole('link', { name: 'Continue to Guides' }).click();
    await other.page.getByRole('heading', { name: 'First steps' }).waitFor();
    const again = await open(mailed);
    await again.page.getByText('This invite is unknown, used, withdrawn or expired.').waitFor();
    expect([complaints, other.complaints]).toEqual([
      { outside: [], errors: [] },
      { outside: [], errors: [] },
    ]);
  });

  it('come back without a token by a mail, which works once', async () => {
    const person = await mailing.user('Grace');
    const email = 'grace@example.com';
    await mailing.db.prisma.user.update({ where: { id: person.userId }, data: { email } });
    const options = { javaScriptEnabled: false };
    const { page, complaints } = await open(`${origins.mailing}/sign-in`, options);
    await page.getByLabel('Your e-mail address').fill(email);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByRole('heading', { name: 'Look for our mail' }).waitFor();
    const link = await eventually(() => {
      const { text = '' } = server.mails.find(({ subject }) => /Sign in/.test(subject ?? '')) ?? {};
      const [, mailed] = /(http\S+sign-in\/link#secret=\w+)/.exec(text) ?? [];
      if (mailed === undefined) throw new Error('No mail came.');
      return Promise.resolve(mailed);
    });
    // A scanner of mails that opens it does not use it up.
    await (await open(link)).page.getByRole('button', { name: 'Sign in' }).waitFor();
    const other = await open(link, { bypassCSP: false });
    expect(other.page.url()).toBe(`${origins.mailing}/sign-in/link`);
    await other.page.getByRole('button', { name: 'Sign in' }).click();
    await other.page.getByRole('heading', { name: 'Grace' }).waitFor();
    await other.page.getByText('Sign-in by mail').waitFor();
    await page.goto(`${origins.mailing}/sign-in/link`);
    await page.getByLabel('Link').fill(link);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The link is unknown, used, replaced or expired').waitFor();
    expect([complaints, other.complaints].map(({ outside }) => outside)).toEqual([[], []]);
  });

  it('accept an invitation of theirs in the app, and manage their tokens', async () => {
    const organization = await quiet.organization('Fabrikam');
    const [ada, emails] = [await quiet.user('Ada Lovelace'), [] as string[]];
    emails.push((await ada.get('/v1/user')).body.email);
    await organization.admin.post(`/v1/orgs/${organization.id}/invites`, { emails, role: 'edit' });
    const { page, complaints } = await open(`${origins.quiet}/account`);
    await page.getByLabel('API token').fill(ada.token ?? '');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('heading', { name: 'Fabrikam' }).waitFor();
    await page.getByRole('link', { name: 'Ada Lovelace' }).click();
    await page.getByLabel('Purpose of a new token').fill('Laptop');
    await page.getByLabel('Works for').selectOption('90 days');
    await page.getByRole('button', { name: 'Create token' }).click();
    const secret = (await page.locator('#secret').textContent()) ?? '';
    const laptop = quiet.withToken(secret);
    expect((await laptop.get(`/v1/orgs/${organization.id}`)).status).toBe(200);
    await page.getByRole('button', { name: 'Revoke Laptop' }).click();
    await page.getByText('Laptop').waitFor({ state: 'detached' });
    expect((await laptop.get('/v1/user')).status).toBe(401);
    await page.getByRole('button', { name: 'Revoke Test' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(complaints).toEqual({ outside: [], errors: [] });
  });

  it.each([
    [390, 'light'],
    [390, 'dark'],
    [1400, 'light'],
    [1400, 'dark'],
  ] as const)('find pages without violations at %i px in %s mode', async (width, colorScheme) => {
    const organization = await quiet.organization(`Tailspin ${'x'.repeat(60)}`);
    const link = await guides(quiet, organization);
    const person = await quiet.user('A long name of somebody with many names');
    const email = (await person.get('/v1/user')).body.email as string;
    const url = `/v1/orgs/${organization.id}/invites`;
    await organization.admin.post(url, { emails: [email] });
    const options = { viewport: { width, height: 900 }, colorScheme };
    const { page } = await open(`${origins.quiet}/sign-in`, options);
    await check(page, 'sign-in', options);
    await page.goto(`${origins.mailing}/sign-in`);
    await check(page, 'sign-in-by-mail', options);
    await page.getByLabel('Your e-mail address').fill(`${'x'.repeat(60)}@example.com`);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByRole('heading', { name: 'Look for our mail' }).waitFor();
    await check(page, 'sign-in-mailed', options);
    await page.goto(`${origins.mailing}/sign-in/link`);
    await check(page, 'sign-in-link', options);
    await page.goto(link);
    await page.getByLabel('Your name').waitFor();
    await check(page, 'join', options);
    await page.goto(`${origins.quiet}/sign-in?next=/account`);
    await page.getByLabel('API token').fill(person.token ?? '');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Purpose of a new token').fill('x'.repeat(100));
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.locator('#secret').waitFor();
    await check(page, 'account', options);
    await page.goto(link);
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await page.getByRole('link', { name: 'Comments' }).click();
    await page.getByLabel('Your comment').fill(`A comment with a ${'long'.repeat(50)} word.`);
    await page.getByRole('button', { name: 'Comment' }).click();
    await page.locator('.thread').waitFor();
    await check(page, 'comments', options);
    await page.getByRole('link', { name: 'Reply to' }).last().click();
    await page.getByLabel('Your reply').fill('An answer.');
    await page.getByRole('button', { name: 'Reply' }).click();
    await page.getByText('An answer.').waitFor();
    await check(page, 'replies', options);
    await page.context().close();
  });

  async function check(
    page: Page,
    name: string,
    { viewport, colorScheme }: { viewport: { width: number }; colorScheme: string },
  ): Promise<void> {
    const folder = process.env['SCREENSHOTS'];
    const path = `${folder}/${name}-${viewport.width}-${colorScheme}.png`;
    if (folder !== undefined) await page.screenshot({ path, fullPage: true });
    await page.evaluate(readFileSync(packageFile('axe-core', 'axe.min.js'), 'utf8'));
    const results: AxeResults = await page.evaluate('axe.run()');
    expect(results.violations.map(({ id, nodes }) => [name, id, nodes[0]?.html])).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
  }
});
