import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSmtpMailer } from '../../../src/external/mail/smtp-mailer.ts';
import { INVITATIONS_MAX } from '../../../src/features/invites/store-invitations.ts';
import { newId } from '../../../src/lib/id.ts';
import { allowedFrom, graphOutcomes, restOutcomes } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { startMailServer, type MailServer } from '../../support/mail-server.ts';
import { baseUrl, World } from '../../support/world.ts';

let server: MailServer;
/** One with a mail server, and one without, whose first user is the admin there. */
let world: World;
let quiet: World;
let organization: { id: string; admin: Client };
let quietOrganization: { id: string; admin: Client };

beforeAll(async () => {
  server = await startMailServer({ refused: ['nobody@example.com'] });
  const mailer = createSmtpMailer({ url: server.url, from: 'docs@example.com' });
  [world, quiet] = await Promise.all([World.create({ mailer }), World.create()]);
  quietOrganization = await quiet.organization();
});

beforeEach(async () => {
  organization = await world.organization();
});

afterAll(async () => {
  await Promise.all([world.destroy(), quiet.destroy()]);
  await server.stop();
});

const invite = (body: object, { id, admin } = organization) =>
  admin.post(`/v1/orgs/${id}/invites`, body);

const waiting = async ({ id, admin } = organization) =>
  (
    await admin.query(
      `query ($id: ID!) {
        organization(id: $id) {
          invitations { totalCount nodes { id email role sso mailedAt invitedBy { id } } }
        }
      }`,
      { id },
    )
  ).organization.invitations;

const address = (name: string) => `${name}-${world.next()}@example.com`;

const emailOf = async (client: Client) => (await client.get('/v1/user')).body.email as string;

describe('inviting by e-mail', () => {
  it('mails once what is sent again with its idempotency key', async () => {
    const email = address('twice');
    const headers = { 'idempotency-key': randomUUID() };
    const url = `/v1/orgs/${organization.id}/invites`;
    const send = () => organization.admin.post(url, { emails: [email] }, headers);
    const first = await send();
    expect(first.status).toBe(200);
    expect(await send()).toMatchObject({ status: 200, body: first.body });
    expect(server.mails.filter(({ to }) => [to].flat()[0]?.text === email)).toHaveLength(1);
  });

  it('mails those who have no user a link that lets them in', async () => {
    const email = address('ada');
    const { status, body } = await invite({ emails: [email], role: 'edit' });
    expect(status).toBe(200);
    expect(body).toEqual({
      users: [],
      invited: 1,
      invitations: [
        {
          invitation: {
            object: 'invitation',
            id: expect.stringMatching(/^ivt_/),
            email,
            role: 'edit',
            sso: false,
            organization: organization.id,
            organizationTitle: expect.any(String),
            invitedBy: expect.objectContaining({ id: organization.admin.userId }),
            createdAt: expect.any(String),
            expiresAt: expect.any(String),
          },
          mailed: true,
        },
      ],
    });
    const mail = server.mails.find(({ to }) => [to].flat()[0]?.text === email);
    const [, secret = ''] = /join#invitation=(join_\w+)/.exec(mail?.text ?? '') ?? [];
    expect(mail?.html).toContain(`${baseUrl}/join#invitation=${secret}`);
    const { acceptInvitation } = await world
      .anonymous()
      .query(
        `mutation ($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { secret } }`,
        { input: { secret } },
      );
    const ada = world.withToken(acceptInvitation.secret);
    expect((await ada.get(`/v1/orgs/${organization.id}`)).status).toBe(200);
    const { nodes, totalCount } = await waiting();
    expect({ nodes, totalCount }).toEqual({ nodes: [], totalCount: 0 });
  });

  it('keeps the link to the mail, and shows it once where there is no mail server', async () => {
    const email = address('ada');
    const { body } = await invite({ emails: [email] }, quietOrganization);
    const [{ mailed, reason, url }] = body.invitations;
    expect({ mailed, reason }).toEqual({ mailed: false, reason: undefined });
    expect(url).toMatch(/\/join#invitation=join_[0-9A-Z]{26}$/);
    const { nodes } = await waiting(quietOrganization);
    expect(nodes).toContainEqual(expect.objectContaining({ email, mailedAt: null }));
    const stored = await quiet.db.prisma.invitation.findFirstOrThrow({ where: { email } });
    expect(JSON.stringify(stored)).not.toContain(url.split('=')[1]);
  });

  it('shows the link to nobody else, who could become the user of any address by it', async () => {
    const { id } = quietOrganization;
    const other = { id, admin: await quiet.member(id, 'admin') };
    const { body } = await invite({ emails: [address('ada')] }, other);
    const [{ mailed, reason, url }] = body.invitations;
    expect({ mailed, reason, url }).toEqual({
      mailed: false,
      reason: expect.stringContaining('There is no mail server'),
      url: undefined,
    });
  });

  it('asks those who have a user, and gives members the role at once, whatever the case', async () => {
    const [stranger, reader, admin] = [
      await world.user(),
      await world.member(organization.id, 'read'),
      await world.member(organization.id, 'admin'),
    ];
    const [one, two, three] = [
      (await emailOf(stranger)).toUpperCase(),
      await emailOf(reader),
      await emailOf(admin),
    ];
    const { body } = await invite({
      emails: [one, { email: two, role: 'review' }, { email: three, role: null }],
      role: 'comment',
    });
    const userIds = [stranger, reader, admin].map(({ userId }) => userId);
    expect(body).toEqual({
      users: userIds,
      invited: 3,
      invitations: [
        { mailed: true, invitation: expect.objectContaining({ email: one.toLowerCase() }) },
      ],
    });
    const members = await world.db.prisma.member.findMany({
      where: { organizationId: organization.id, userId: { in: userIds } },
    });
    const roleOf = new Map(members.map(({ userId, role }) => [userId, role]));
    expect(userIds.map((id) => roleOf.get(id))).toEqual([undefined, 'review', 'admin']);
  });

  it('gives the default role of the organization where none is given, and guests for null', async () => {
    const [one, two, three] = [address('a'), address('b'), address('c')];
    await organization.admin.patch(`/v1/orgs/${organization.id}`, { defaultRole: 'comment' });
    await invite({ emails: [one] });
    await invite({ emails: [two], role: null });
    await invite({ emails: [{ email: three, role: null }], role: 'edit' });
    const { nodes } = await waiting();
    const roles = nodes.map(({ email, role }: { email: string; role: string }) => [email, role]);
    expect(Object.fromEntries(roles)).toEqual({ [one]: 'COMMENT', [two]: null, [three]: null });
  });

  it('invites nobody when a disabled member is among them', async () => {
    const disabled = await world.member(organization.id, 'edit', { disabled: true });
    const [email, other] = [`${disabled.userId.toLowerCase()}@example.com`, address('ada')];
    const { status, body } = await invite({ emails: [other, email], role: 'edit' });
    expect(status).toBe(409);
    expect(body.error.message).toBe(
      `${email} is a disabled member: enable them instead of inviting them.`,
    );
    expect((await waiting()).totalCount).toBe(0);
  });

  it('reports a mail that was not taken, and sends it again when asked', async () => {
    const { body } = await invite({ emails: ['nobody@example.com'] });
    const [{ invitation, ...delivery }] = body.invitations;
    expect(delivery).toEqual({
      mailed: false,
      reason: 'The mail server refused the address (550).',
    });
    const resend = `mutation ($input: ResendInvitationInput!) {
      resendInvitation(input: $input) { delivery { mailed reason url invitation { id } } }
    }`;
    const input = { organizationId: organization.id, invitationId: invitation.id };
    expect(await organization.admin.query(resend, { input })).toEqual({
      resendInvitation: { delivery: { ...delivery, url: null, invitation: { id: invitation.id } } },
    });
  });

  it('mails an address once a minute at most, and renews what waits after that', async () => {
    const email = address('ada');
    const mailsTo = () => server.mails.filter(({ to }) => [to].flat()[0]?.text === email);
    await invite({ emails: [email], role: 'read' });
    const { body } = await invite({ emails: [email], role: 'edit' });
    expect(body.invitations).toMatchObject([
      {
        mailed: false,
        reason: 'It was mailed less than a minute ago.',
        invitation: { role: 'edit' },
      },
    ]);
    const { id } = body.invitations[0].invitation;
    const input = { organizationId: organization.id, invitationId: id };
    const resend = `mutation ($input: ResendInvitationInput!) {
      resendInvitation(input: $input) { delivery { mailed } }
    }`;
    expect(await organization.admin.errorCode(resend, { input })).toBe('CONFLICT');
    expect(mailsTo()).toHaveLength(1);
    await world.db.prisma.invitation.update({
      where: { id },
      data: { mailedAt: new Date(Date.now() - 61_000) },
    });
    const again = await organization.admin.query(resend, { input });
    expect(again.resendInvitation.delivery).toEqual({ mailed: true });
    const secrets = mailsTo().map(({ text }) => /join_\w+/.exec(text ?? '')?.[0]);
    expect(secrets).toHaveLength(2);
    const accept = `mutation ($secret: String!) {
      acceptInvitation(input: { secret: $secret }) { user { id } }
    }`;
    const [first, second] = secrets;
    expect(await world.anonymous().errorCode(accept, { secret: first })).toBe('NOT_FOUND');
    expect(await world.anonymous().errorCode(accept, { secret: second })).toBeUndefined();
  });

  it('writes names as text, so that nobody slips in a header or markup', async () => {
    const evil = await world.user('Eve\r\nBcc: eve@example.com <b>');
    const title = '"A" & <script>alert(1)</script>\nX-Evil: 1';
    await world.db.prisma.organization.update({ where: { id: organization.id }, data: { title } });
    await world.db.prisma.member.create({
      data: { organizationId: organization.id, userId: evil.userId, role: 'admin' },
    });
    const email = address('ada');
    await invite({ emails: [email] }, { id: organization.id, admin: evil });
    const mail = server.mails.find(({ to }) => [to].flat()[0]?.text === email);
    expect([...(mail?.headers.keys() ?? [])]).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/bcc|x-evil/)]),
    );
    expect(mail?.subject).toBe(
      'Eve Bcc: eve@example.com <b> invites you to "A" & <script>alert(1)</script> X-Evil: 1',
    );
    expect(mail?.html).not.toMatch(/<script|<b>/);
  });

  it('with single sign-on leaves out addresses of other domains, where domains are set', async () => {
    const stranger = await world.user();
    const [known, own] = [await emailOf(stranger), address('ada')];
    const emails = ['eve@example.org', own, known];
    await organization.admin.patch(`/v1/orgs/${organization.id}`, {
      emailDomains: ['example.com'],
    });
    const { body } = await invite({ emails, sso: true });
    expect(body).toMatchObject({
      users: [stranger.userId],
      invited: 2,
      failedSSOEmails: ['eve@example.org'],
    });
    const { nodes } = await waiting();
    expect(nodes).toMatchObject([
      { email: known, sso: true },
      { email: own, sso: true },
    ]);
    const [{ id }] = nodes;
    await stranger.post(`/v1/orgs/${organization.id}/invites/${id}`);
    const member = `/v1/orgs/${organization.id}/members/${stranger.userId}`;
    expect((await organization.admin.get(member)).body.sso).toBe(true);
  });

  it('takes 1 to 100 addresses, each one of at most 254 characters', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `a${at}@example.org`);
    expect((await invite({ emails: many(100) }, quietOrganization)).status).toBe(200);
    const long = `a@${`${'x'.repeat(60)}.`.repeat(4)}example.com`;
    for (const [emails, message] of [
      [[], '"emails" must have at least 1 item.'],
      [many(101), '"emails" must have at most 100 items.'],
      [['no address'], '"emails.0.email" must be an e-mail address.'],
      [['a@example.com\r\nBcc: b@example.com'], '"emails.0.email" must be an e-mail address.'],
      [[long], '"emails.0.email" must have at most 254 characters.'],
      [[7], expect.stringMatching(/^"emails" must be an array of e-mail addresses/)],
      [[{ email: 'a@example.com', role: 'owner' }], expect.stringContaining('"emails" must be')],
    ] as const) {
      const { status, body } = await invite({ emails });
      expect({ status, message: body.error?.message }).toEqual({ status: 400, message });
    }
  });

  it('lets at most 1,000 invitations wait, without those that expired', async () => {
    const { id: organizationId } = organization;
    const expiresAt = new Date(Date.now() + 60_000);
    await world.db.prisma.invitation.createMany({
      data: Array.from({ length: INVITATIONS_MAX }, (_, index) => {
        const id = newId('Invitation');
        return { id, organizationId, email: `a${index}@example.org`, secretHash: id, expiresAt };
      }),
    });
    const { status, body } = await invite({ emails: ['nobody@example.com'] });
    expect(status).toBe(409);
    expect(body.error.message).toContain('At most 1000 invitations');
    expect((await invite({ emails: ['a0@example.org'] })).status).toBe(200);
    await world.db.prisma.invitation.updateMany({
      where: { organizationId, email: 'a1@example.org' },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    expect((await waiting()).totalCount).toBe(INVITATIONS_MAX - 1);
    expect((await invite({ emails: ['nobody@example.com'] })).status).toBe(200);
  });
});

describe('invitations are for', () => {
  it('admins to send, to list, to send again and to withdraw', async () => {
    const cast = await world.cast(organization.id);
    const outcomes = { ...allowedFrom('admin'), guest: 403 };
    const sent = (client: Client) =>
      client.post(`/v1/orgs/${organization.id}/invites`, { emails: ['nobody@example.com'] });
    expect(await restOutcomes(cast, sent)).toEqual(outcomes);
    const [{ id }] = (await waiting()).nodes;
    const variables = { organizationId: organization.id, id };
    const invited = `mutation ($organizationId: ID!) {
      inviteUsersToOrganization(
        input: { organizationId: $organizationId, emails: [{ email: "nobody@example.com" }] }
      ) { invitedUsers { invitedCount } }
    }`;
    expect(await graphOutcomes(cast, (client) => client.errorCode(invited, variables))).toEqual(
      outcomes,
    );
    const withdrawal = `mutation ($organizationId: ID!, $id: ID!) {
      deleteInvitation(input: { organizationId: $organizationId, invitationId: $id }) {
        deletedInvitationId
      }
    }`;
    const again = withdrawal
      .replace('deleteInvitation', 'resendInvitation')
      .replace('deletedInvitationId', 'delivery { mailed }');
    expect(await graphOutcomes(cast, (client) => client.errorCode(again, variables))).toEqual(
      outcomes,
    );
    const seen = `query ($organizationId: ID!, $id: ID!) {
      organization(id: $organizationId) { invitation(id: $id) { id } invitations { totalCount } }
      node(id: $id) { id }
    }`;
    for (const client of [cast.create, cast.guest]) {
      expect(await client.query(seen, variables)).toEqual({
        organization: { invitation: null, invitations: { totalCount: 0 } },
        node: null,
      });
    }
    expect(await cast.admin.query(seen, variables)).toMatchObject({ node: { id } });
    expect(await graphOutcomes(cast, (client) => client.errorCode(withdrawal, variables))).toEqual({
      ...outcomes,
      disabled: 'ok',
      stranger: 'ok',
    });
    expect((await waiting()).totalCount).toBe(0);
  });
});
