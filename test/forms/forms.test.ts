import type { InjectOptions } from 'fastify';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { writePages } from '../support/content.ts';
import { useOrganization, useWorld } from '../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);

/** Sends a form from a page of the same host. */
function send(url: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const request: InjectOptions = {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  };
  return world.app.inject(request);
}

const cookieOf = ({ headers }: Awaited<ReturnType<typeof send>>) =>
  String(headers['set-cookie'] ?? '');

async function inviteId(body: object = { role: 'comment' }): Promise<string> {
  const url = `/v1/orgs/${organization.id}/link-invites`;
  return (await organization.admin.post(url, body)).body.id as string;
}

const linkTo = (id: string) => `#organization=${organization.id}&invite=${id}`;

describe('forms', () => {
  it.each([
    ['of another site', { 'sec-fetch-site': 'cross-site' }],
    ['of another host', { origin: 'https://evil.example' }],
    ['without a known origin', { origin: 'null' }],
  ])('%s do nothing', async (_, headers) => {
    const { admin, id } = organization;
    const cookie = `__Host-docgraph_token=${admin.token}`;
    const forged = { ...headers, cookie };
    const members = () => world.db.prisma.member.count({ where: { organizationId: id } });
    const before = await members();
    const fields = { organization: id, invite: await inviteId(), as: 'newcomer' };
    await send('/join/accept', { ...fields, email: 'eve@example.com' }, forged);
    expect(await members()).toBe(before);
    const tokens = () => world.db.prisma.apiToken.count({ where: { userId: admin.userId } });
    const known = await tokens();
    await send('/account/tokens', { label: 'Stolen' }, forged);
    expect(await tokens()).toBe(known);
    const signIn = await send('/sign-in', { token: admin.token ?? '' }, headers);
    expect(cookieOf(signIn)).toBe('');
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/\r\nx: y', ''])(
    'lead on to no other host: %j',
    async (next) => {
      const answer = await send('/sign-in', { token: organization.admin.token ?? '', next });
      expect(answer.statusCode).toBe(303);
      expect(answer.headers.location).toBe('/');
      const page = await world.app.inject(`/sign-in?next=${encodeURIComponent(next)}`);
      expect(page.body).toContain('name="next" value="/"');
    },
  );

  it.each(['%FF', '%00', '%ED%A0%80', 'x'.repeat(5000)])(
    'refuse what nobody types (case %#)',
    async (text) => {
      const request = (url: string, field: string) =>
        world.app.inject({
          method: 'POST',
          url,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: `${field}=${text}`,
        });
      const statuses = [
        await request('/join', 'link'),
        await request('/join/accept', 'invite'),
        await request('/sign-in', 'token'),
        await request('/sign-in/sso', 'organization'),
        await request('/sign-in/mail', 'email'),
        await request('/sign-in/link', 'link'),
      ].map(({ statusCode }) => statusCode);
      expect(statuses).toEqual([404, 404, 401, 401, 401, 401]);
    },
  );

  it('show names and titles as text', async () => {
    const title = '<b>"Acme"</b>';
    await world.db.prisma.organization.update({ where: { id: organization.id }, data: { title } });
    const { body } = await send('/join', { link: linkTo(await inviteId()) });
    expect(body).not.toContain('<b>');
    expect(body).toContain('&lt;b>&quot;Acme&quot;&lt;/b>');
  });

  it('are stored by nobody, since they show secrets', async () => {
    for (const url of ['/join', '/sign-in', '/sign-in/link']) {
      expect((await world.app.inject(url)).headers['cache-control']).toBe('no-store');
    }
    const id = await inviteId();
    const fields = { organization: organization.id, invite: id, as: 'newcomer' };
    const entered = { ...fields, displayName: 'Ada', email: 'ada@example.com' };
    const welcome = await send('/join/accept', entered);
    expect(welcome.headers['cache-control']).toBe('no-store');
    expect(cookieOf(welcome)).toMatch(/^__Host-docgraph_token=dg_[^;]+; .*HttpOnly; SameSite=Lax/);
    const again = await send('/join/accept', entered);
    expect(again.statusCode).toBe(409);
    expect(again.body).toContain('Somebody signed up with this link and this e-mail address today');
    expect(cookieOf(again)).toBe('');
  });

  it('of an account and of comments ask strangers to sign in', async () => {
    const { id: spaceId } = await world.space(organization.id);
    for (const url of ['/account', `/comments/${spaceId}?page=x`]) {
      const { statusCode, headers } = await world.app.inject(url);
      expect(statusCode).toBe(303);
      expect(headers.location).toMatch(/^\/sign-in\?next=/);
    }
    const stranger = await world.user();
    const cookie = `__Host-docgraph_token=${stranger.token}`;
    const hidden = await send(`/comments/${spaceId}`, { text: 'Hello' }, { cookie });
    expect(hidden.statusCode).toBe(404);
    expect(await world.db.prisma.comment.count({ where: { spaceId } })).toBe(0);
  });
});

describe('comments', () => {
  const as = ({ token }: { token: string | undefined }) => ({
    cookie: `__Host-docgraph_token=${token}`,
  });

  /** Opens a page, and returns the texts of its comments and its links by their texts. */
  async function open(url: string, headers: Record<string, string>) {
    const response = await world.app.inject({ url, headers });
    const { document } = parseHTML(response.body) as unknown as { document: Document };
    const links = [...document.querySelectorAll('main a')].map((link) => [
      (link.textContent ?? '').replaceAll(/\s+/g, ' ').trim(),
      link.getAttribute('href') ?? '',
    ]);
    return {
      status: response.statusCode,
      remarks: [...document.querySelectorAll('.remark .text')].map(
        ({ textContent }) => textContent,
      ),
      links: Object.fromEntries(links) as Record<string, string>,
      hasForm: document.querySelector('#write') !== null,
    };
  }

  const numbered = (name: string, from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => `${name} ${from + index}`);

  it('are shown in parts, the latest first, and answered in threads of the same kind', async () => {
    const { id: spaceId } = await world.space(organization.id);
    const { ids } = await writePages(world, spaceId, [{ title: 'Start' }, { title: 'Other' }]);
    const path = `/comments/${spaceId}?page=${ids['Start']}`;
    const reader = as(organization.admin);
    for (const text of numbered('Remark', 1, 43)) {
      const sent = await send(path, { text }, reader);
      expect([sent.statusCode, sent.headers.location]).toEqual([303, `${path}#write`]);
    }
    await send(`/comments/${spaceId}?page=${ids['Other']}`, { text: 'Elsewhere' }, reader);
    const last = await open(path, reader);
    expect(last.remarks).toEqual(numbered('Remark', 24, 43));
    const middle = await open(last.links['Earlier ones'] ?? '', reader);
    expect(middle.remarks).toEqual(numbered('Remark', 4, 23));
    const first = await open(middle.links['Earlier ones'] ?? '', reader);
    expect(first.remarks).toEqual(numbered('Remark', 1, 3));
    expect(first.links).not.toHaveProperty('Earlier ones');
    expect((await open(first.links['Latest ones'] ?? '', reader)).remarks).toEqual(last.remarks);

    const { displayName } = (await organization.admin.get('/v1/user')).body;
    const [thread = ''] = (first.links[`Reply to ${displayName}`] ?? '').split('#');
    for (const text of numbered('Reply', 1, 22)) {
      const sent = await send(thread, { text }, reader);
      expect([sent.statusCode, sent.headers.location]).toEqual([303, `${thread}#write`]);
    }
    const replies = await open(thread, reader);
    expect(replies.remarks.slice(1)).toEqual(numbered('Reply', 3, 22));
    const earlier = await open(replies.links['Earlier ones'] ?? '', reader);
    expect(earlier.remarks.slice(1)).toEqual(numbered('Reply', 1, 2));
    const list = await open(replies.links['Comments on Start'] ?? '', reader);
    expect(list.remarks).toEqual(last.remarks);
    const again = await open(middle.links['Earlier ones'] ?? '', reader);
    expect(again.links).toHaveProperty(`All 22 replies to ${displayName}`);
    expect(again.remarks).toEqual([
      ...['Remark 1', 'Remark 2', 'Remark 3'],
      ...numbered('Reply', 20, 22),
    ]);
  });

  it('are answered by those who may comment, and hidden with their space', async () => {
    const { id: spaceId } = await world.space(organization.id, { defaultLevel: 'read' });
    await send(`/comments/${spaceId}`, { text: 'First' }, as(organization.admin));
    const { id } = await world.db.prisma.comment.findFirstOrThrow({ where: { spaceId } });
    const thread = `/comments/${spaceId}/${id}`;
    const reader = as(await world.member(organization.id, 'read'));
    const shown = await open(thread, reader);
    expect([shown.status, shown.remarks, shown.hasForm]).toEqual([200, ['First'], false]);
    expect((await send(thread, { text: 'No' }, reader)).statusCode).toBe(400);
    const stranger = as(await world.user());
    expect((await open(thread, stranger)).status).toBe(404);
    expect((await send(thread, { text: 'No' }, stranger)).statusCode).toBe(404);
    expect((await open(`/comments/${spaceId}/cmt_x`, reader)).status).toBe(404);
    expect((await open(`/comments/${spaceId}?before=x`, reader)).status).toBe(404);
    const { headers } = await world.app.inject(thread);
    expect(headers.location).toBe(`/sign-in?next=${encodeURIComponent(thread)}`);
    expect(await world.db.prisma.commentReply.count({ where: { commentId: id } })).toBe(0);
  });
});

describe('the page to sign in', () => {
  it('says whom to ask for a lost token where no mail is sent', async () => {
    const { body } = await world.app.inject('/sign-in');
    expect(body).toContain('Ask those who run this installation');
    expect(body).not.toContain('/sign-in/mail');
    const sent = await send('/sign-in/mail', { email: 'ada@example.com' });
    expect(sent.statusCode).toBe(401);
    expect(sent.body).toContain('Ask those who run this installation');
  });

  it('leads on to no account by a link of another site', async () => {
    const fields = { link: '#secret=signin_0' };
    const forged = await send('/sign-in/link', fields, { 'sec-fetch-site': 'cross-site' });
    expect([forged.statusCode, cookieOf(forged)]).toEqual([401, '']);
    expect(forged.body).toContain('from another site');
  });
});

describe('the logins of an organization', () => {
  const logins = `query ($organization: String!) {
    ssoLogins(organization: $organization) { label startURL }
  }`;

  it('are found by its hostname or id, if they are set up, and lead on', async () => {
    const { id } = organization;
    const hostname = `acme-${world.next()}`;
    await world.db.prisma.organization.update({ where: { id }, data: { hostname } });
    const login = { entityId: 'https://idp.example', ssoUrl: 'https://idp.example/sso' };
    await world.db.prisma.samlProvider.createMany({
      data: [
        {
          id: `saml_${world.next()}`,
          organizationId: id,
          label: 'Okta',
          ...login,
          certificate: 'x',
        },
        { id: `saml_${world.next()}`, organizationId: id, label: 'Draft' },
      ],
    });
    for (const name of [id, hostname, hostname.toUpperCase()]) {
      const { ssoLogins } = await world.anonymous().query(logins, { organization: name });
      expect(ssoLogins).toMatchObject([{ label: 'Okta' }]);
    }
    const { ssoLogins } = await world.anonymous().query(logins, { organization: 'nobody' });
    expect(ssoLogins).toEqual([]);
    const begun = await send('/sign-in/sso', { organization: hostname, next: '/account' });
    expect(begun.headers['refresh']).toMatch(/^0; url=\/saml\/saml_\w+\/login$/);
    expect(cookieOf(begun)).toContain('docgraph_next=%2Faccount');
    const unknown = await send('/sign-in/sso', { organization: 'nobody' });
    expect(unknown.body).toContain('There is no single sign-on for &quot;nobody&quot;.');
  });
});
