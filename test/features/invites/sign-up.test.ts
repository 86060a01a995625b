import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSmtpMailer } from '../../../src/external/mail/smtp-mailer.ts';
import {
  SIGN_UPS_PER_INVITE_MAX,
  SIGN_UP_MAILS_MAX,
} from '../../../src/features/invites/sign-up-limits.ts';
import type { Client } from '../../support/client.ts';
import { startMailServer, type MailServer } from '../../support/mail-server.ts';
import { World } from '../../support/world.ts';

let server: MailServer;
/** One with a mail server, and one without. */
let mailing: World;
let quiet: World;
/** Admin of the installation without a mail server, who is shown links. */
let installer: Client;

interface Organization {
  world: World;
  id: string;
  admin: Client;
}
let organization: Organization;
let quietOrganization: Organization;

beforeAll(async () => {
  server = await startMailServer({ refused: ['nobody@example.com'] });
  const mailer = createSmtpMailer({ url: server.url, from: 'docs@example.com' });
  [mailing, quiet] = await Promise.all([World.create({ mailer }), World.create()]);
  installer = await quiet.user('Admin of the installation');
});

beforeEach(async () => {
  organization = { world: mailing, ...(await mailing.organization()) };
  quietOrganization = { world: quiet, ...(await quiet.organization()) };
});

afterAll(async () => {
  await Promise.all([mailing.destroy(), quiet.destroy()]);
  await server.stop();
});

const signUp = `mutation ($input: SignUpWithInviteInput!) {
  signUpWithInvite(input: $input) {
    organization { id } user { id displayName email } secret mailed reason
  }
}`;

const accept = `mutation ($secret: String!) {
  acceptInvitation(input: { secret: $secret }) { organization { id } user { displayName email } secret }
}`;

async function invite({ id, admin }: Organization, body: object = { role: 'comment' }) {
  const created = await admin.post(`/v1/orgs/${id}/link-invites`, body);
  expect(created.status).toBe(201);
  return created.body.id as string;
}

const join = ({ world, id: organizationId }: Organization, input: object) =>
  world.anonymous().graphql(signUp, { input: { organizationId, ...input } });

const codeOf = ({ errors }: Awaited<ReturnType<typeof join>>) => errors?.[0]?.extensions.code;

let count = 0;
const address = () => `ada-${(count += 1)}@example.com`;

const mailsTo = (email: string) => server.mails.filter(({ to }) => [to].flat()[0]?.text === email);

const secretIn = (email: string) =>
  /join#invitation=(join_\w+)/.exec(mailsTo(email).at(-1)?.text ?? '')?.[1] ?? '';

const membersOf = ({ world, id: organizationId }: Organization) =>
  world.db.prisma.member.count({ where: { organizationId } });

/** Lets the last mail to an address be older than the pause between two. */
const passMinute = (email: string) =>
  mailing.db.prisma.signUp.updateMany({
    where: { email },
    data: { mailedAt: new Date(Date.now() - 61_000) },
  });

describe('signing up by an invite link with a mail server', () => {
  it('mails a link that makes the account with the gift of the invite, once', async () => {
    const space = await mailing.space(organization.id);
    const inviteId = await invite(organization, { level: 'comment', space: space.id });
    const email = address();
    const { data, errors } = await join(organization, { inviteId, email: email.toUpperCase() });
    expect(errors).toBeUndefined();
    expect(data.signUpWithInvite).toEqual({
      ...{ organization: null, user: null, secret: null, mailed: true, reason: null },
    });
    expect(await mailing.db.prisma.user.count({ where: { email } })).toBe(0);
    const secret = secretIn(email);
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => mailing.anonymous().graphql(accept, { secret })),
    );
    const [accepted, ...others] = answers.toSorted(
      (a, b) => (a.errors?.length ?? 0) - (b.errors?.length ?? 0),
    );
    expect(others.map((answer) => codeOf(answer))).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    const { acceptInvitation } = accepted?.data ?? {};
    expect(acceptInvitation.user).toEqual({ displayName: email.split('@')[0], email });
    const ada = mailing.withToken(acceptInvitation.secret);
    const { body } = await ada.get(`/v1/spaces/${space.id}`);
    expect(body.permissions).toMatchObject({ comment: true, edit: false });
  });

  it('writes nothing into the mail that the newcomer chose', async () => {
    const [inviteId, email] = [await invite(organization), address()];
    await join(organization, { inviteId, email, displayName: 'Click http://evil.example' });
    const [mail] = mailsTo(email);
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain('evil');
  });

  it('answers the same for the address of a user, whom only their own token lets in', async () => {
    const [inviteId, email] = [await invite(organization), address()];
    const bob = await mailing.user();
    await mailing.db.prisma.user.update({ where: { id: bob.userId }, data: { email } });
    const { data } = await join(organization, { inviteId, email });
    expect(data.signUpWithInvite).toMatchObject({ mailed: true, user: null, secret: null });
    const secret = secretIn(email);
    const refused = await mailing.anonymous().graphql(accept, { secret });
    expect(codeOf(refused)).toBe('UNAUTHENTICATED');
    const accepted = await bob.query(accept, { secret });
    expect(accepted.acceptInvitation).toMatchObject({ secret: null, user: { email } });
  });

  it('mails an address once a minute, and few times a day, whatever the link', async () => {
    const [first, second] = [await invite(organization), await invite(organization)];
    const email = address();
    expect(codeOf(await join(organization, { inviteId: first, email }))).toBeUndefined();
    expect(codeOf(await join(organization, { inviteId: second, email }))).toBe('CONFLICT');
    const earlier = secretIn(email);
    for (let mails = 1; mails < SIGN_UP_MAILS_MAX; mails += 1) {
      await passMinute(email);
      expect(codeOf(await join(organization, { inviteId: first, email }))).toBeUndefined();
    }
    expect(mailsTo(email)).toHaveLength(SIGN_UP_MAILS_MAX);
    expect(await mailing.anonymous().errorCode(accept, { secret: earlier })).toBe('NOT_FOUND');
    await passMinute(email);
    const { errors } = await join(organization, { inviteId: second, email });
    expect(errors?.[0]?.message).toContain('the most: look for them, or try tomorrow');
    await mailing.db.prisma.signUp.updateMany({
      where: { email },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    expect(codeOf(await join(organization, { inviteId: second, email }))).toBeUndefined();
  });

  it('reports a mail that was not taken', async () => {
    const inviteId = await invite(organization);
    const { data } = await join(organization, { inviteId, email: 'nobody@example.com' });
    expect(data.signUpWithInvite).toMatchObject({
      ...{ mailed: false, reason: 'The mail server refused the address (550).', secret: null },
    });
  });

  it('leaves a secret worthless once the link is deleted, disabled or weaker', async () => {
    const [deleted, disabled, weaker] = [address(), address(), address()];
    const inviteId = await invite(organization, { role: 'admin' });
    await join(organization, { inviteId, email: weaker });
    const url = `/v1/orgs/${organization.id}/link-invites`;
    await organization.admin.patch(`${url}/${inviteId}`, { role: 'read' });
    const made = await mailing.anonymous().query(accept, { secret: secretIn(weaker) });
    const { body } = await mailing
      .withToken(made.acceptInvitation.secret)
      .get(`/v1/orgs/${organization.id}`);
    expect(body.permissions).toMatchObject({ admin: false, listMembers: true });
    for (const email of [deleted, disabled]) await join(organization, { inviteId, email });
    const switched = (inviteLinks: boolean) =>
      organization.admin.patch(`/v1/orgs/${organization.id}`, { inviteLinks });
    await switched(false);
    const late = () => mailing.anonymous().errorCode(accept, { secret: secretIn(disabled) });
    expect(await late()).toBe('NOT_FOUND');
    await switched(true);
    expect(await late()).toBeUndefined();
    await organization.admin.delete(`${url}/${inviteId}`);
    const gone = { secret: secretIn(deleted) };
    expect(await mailing.anonymous().errorCode(accept, gone)).toBe('NOT_FOUND');
    const users = await mailing.db.prisma.user.count({ where: { email: deleted } });
    expect(users).toBe(0);
  });
});

describe('signing up by an invite link without a mail server', () => {
  it('makes the account at once, with a first token', async () => {
    const inviteId = await invite(quietOrganization);
    const email = address();
    const { data } = await join(quietOrganization, { inviteId, email, displayName: 'Ada' });
    expect(data.signUpWithInvite).toEqual({
      organization: { id: quietOrganization.id },
      user: { id: expect.stringMatching(/^usr_/), displayName: 'Ada', email },
      secret: expect.stringMatching(/^dg_/),
      mailed: false,
      reason: null,
    });
    const ada = quiet.withToken(data.signUpWithInvite.secret);
    expect((await ada.get(`/v1/orgs/${quietOrganization.id}`)).status).toBe(200);
  });

  it('takes over nobody, and blocks nobody, by an address that is somebody else’s', async () => {
    const email = address();
    const bob = await quiet.user('Bob');
    await quiet.db.prisma.user.update({ where: { id: bob.userId }, data: { email } });
    const inviteId = await invite(quietOrganization);
    const { data } = await join(quietOrganization, { inviteId, email });
    const eve = quiet.withToken(data.signUpWithInvite.secret);
    expect(data.signUpWithInvite.user.id).not.toBe(bob.userId);
    expect((await bob.get(`/v1/orgs/${quietOrganization.id}`)).status).toBe(404);
    const members = `/v1/orgs/${quietOrganization.id}/members`;
    const shown = await quietOrganization.admin.get(`${members}/${data.signUpWithInvite.user.id}`);
    expect(shown.body.user.email).toBeUndefined();
    const found = await quietOrganization.admin.get(`${members}?search=${email}`);
    expect(found.body.items).toEqual([]);
    expect((await eve.get('/v1/user')).body.email).toBe(email);
  });

  it('gives nothing by the domain of the address, nor by invitations to it', async () => {
    const domain = `corp-${(count += 1)}.example.com`;
    const email = `boss@${domain}`;
    const { data } = await join(quietOrganization, {
      inviteId: await invite(quietOrganization),
      email,
    });
    const eve = quiet.withToken(data.signUpWithInvite.secret);
    const other = await quiet.organization();
    await quiet.db.prisma.organization.update({
      where: { id: other.id },
      data: { emailDomains: [domain], defaultRole: 'admin' },
    });
    expect((await eve.get(`/v1/email-domains/${domain}/orgs`)).body.organizations).toEqual([]);
    const url = `/v1/orgs/${other.id}/invites`;
    const { body } = await other.admin.post(url, { emails: [email], role: 'admin' });
    expect(body.users).toEqual([]);
    const own = await eve.query('{ viewer { invitations { totalCount } } }');
    expect(own.viewer.invitations.totalCount).toBe(0);
    const [{ invitation }] = body.invitations;
    expect((await eve.post(`${url}/${invitation.id}`)).status).toBe(404);
    const again = await quietOrganization.admin.post(`/v1/orgs/${quietOrganization.id}/invites`, {
      emails: [email],
      role: 'admin',
    });
    expect(again.body.users).toEqual([]);
    expect((await eve.get(`/v1/orgs/${quietOrganization.id}`)).body.permissions.admin).toBe(false);
  });

  it('is confirmed by the secret of an invitation, unless somebody else was first', async () => {
    const email = address();
    const [first, second] = [await invite(quietOrganization), await invite(quietOrganization)];
    const [eve, ada] = await Promise.all(
      [first, second].map(async (inviteId) => {
        const { data } = await join(quietOrganization, { inviteId, email });
        return quiet.withToken(data.signUpWithInvite.secret);
      }),
    );
    const member = { organizationId: quietOrganization.id, userId: installer.userId };
    await quiet.db.prisma.member.create({ data: { ...member, role: 'admin' } });
    const secretOf = async () => {
      const url = `/v1/orgs/${quietOrganization.id}/invites`;
      const { body } = await installer.post(url, { emails: [email], role: 'review' });
      return body.invitations[0]?.url.split('=')[1];
    };
    const secret = await secretOf();
    expect(await (await quiet.user()).errorCode(accept, { secret })).toBe('FORBIDDEN');
    const { acceptInvitation } = (await ada?.query(accept, { secret })) ?? {};
    expect(acceptInvitation).toMatchObject({ secret: null, user: { email } });
    const members = (
      await quietOrganization.admin.get(`/v1/orgs/${quietOrganization.id}/members?search=${email}`)
    ).body.items;
    expect(members).toHaveLength(1);
    expect(members[0]).toMatchObject({ role: 'review', user: { email } });
    expect((await eve?.get('/v1/user'))?.body.id).not.toBe(members[0].id);
  });

  it('makes one account for an address and a link a day, also of two requests at once', async () => {
    const [inviteId, email] = [await invite(quietOrganization), address()];
    const before = await membersOf(quietOrganization);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => join(quietOrganization, { inviteId, email })),
    );
    const codes = answers.map((answer) => codeOf(answer));
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(codes.filter((code) => code === 'CONFLICT')).toHaveLength(3);
    expect(await membersOf(quietOrganization)).toBe(before + 1);
  });

  it('lets so many sign up by a link a day', async () => {
    const inviteId = await invite(quietOrganization);
    const expiresAt = new Date(Date.now() + 60_000);
    await quiet.db.prisma.signUp.createMany({
      data: Array.from({ length: SIGN_UPS_PER_INVITE_MAX }, (_, index) => ({
        ...{ inviteId, email: `a${index}@example.org`, expiresAt },
      })),
    });
    const { errors } = await join(quietOrganization, { inviteId, email: address() });
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining('200 people signed up by this link within 24 hours'),
      extensions: { code: 'CONFLICT' },
    });
    await quiet.db.prisma.signUp.updateMany({
      where: { inviteId, email: 'a0@example.org' },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    expect(codeOf(await join(quietOrganization, { inviteId, email: address() }))).toBeUndefined();
  });

  it('is refused where single sign-on is required, which no such account could use', async () => {
    const inviteId = await invite(quietOrganization);
    const { id } = quietOrganization;
    await quiet.db.prisma.organization.update({ where: { id }, data: { sso: true } });
    const { errors } = await join(quietOrganization, { inviteId, email: address() });
    expect(errors?.[0]?.message).toContain('requires single sign-on');
  });
});

describe('signing up by an invite link', () => {
  it('finds nothing by a link that is unknown, deleted, disabled or of another place', async () => {
    for (const place of [organization, quietOrganization]) {
      const [inviteId, deleted] = [await invite(place), await invite(place)];
      await place.admin.delete(`/v1/orgs/${place.id}/link-invites/${deleted}`);
      const elsewhere = await place.world.organization();
      const email = address();
      const attempts = [
        { inviteId: deleted, email },
        { inviteId: `inv_${'0'.repeat(26)}`, email },
        { inviteId, organizationId: elsewhere.id, email },
        { inviteId: `join_${'0'.repeat(26)}`, email },
      ];
      for (const input of attempts) expect(codeOf(await join(place, input))).toBe('NOT_FOUND');
      await place.admin.patch(`/v1/orgs/${place.id}`, { inviteLinks: false });
      expect(codeOf(await join(place, { inviteId, email }))).toBe('NOT_FOUND');
      await place.admin.patch(`/v1/orgs/${place.id}`, { inviteLinks: true });
      const { id } = place;
      const data = { blockedReason: 'security' };
      await place.world.db.prisma.organization.update({ where: { id }, data });
      expect(codeOf(await join(place, { inviteId, email }))).toBe('NOT_FOUND');
    }
  });

  it('refuses what is no address or no name, and whoever has an account', async () => {
    const inviteId = await invite(quietOrganization);
    const wrong = [
      { email: 'nobody' },
      { email: `${'x'.repeat(250)}@example.com` },
      { email: 'a@example.com\r\nBcc: b@example.com' },
      { email: '\uD800@example.com' },
      { email: address(), displayName: ' ' },
      { email: address(), displayName: 'x'.repeat(65) },
      { email: address(), displayName: 'Ada \uD800' },
    ];
    for (const input of wrong) {
      expect(codeOf(await join(quietOrganization, { inviteId, ...input }))).toBe('BAD_USER_INPUT');
    }
    const input = { organizationId: quietOrganization.id, inviteId, email: address() };
    const stranger = await quiet.user();
    expect(await stranger.errorCode(signUp, { input })).toBe('CONFLICT');
    expect(await quiet.withToken('dg_wrong').errorCode(signUp, { input })).toBe('UNAUTHENTICATED');
  });

  it('while the link is deleted either makes a member or finds nothing', async () => {
    const rounds = Array.from({ length: 5 }, async () => {
      const [inviteId, email] = [await invite(quietOrganization), address()];
      const [answer] = await Promise.all([
        join(quietOrganization, { inviteId, email }),
        quietOrganization.admin.delete(`/v1/orgs/${quietOrganization.id}/link-invites/${inviteId}`),
      ]);
      expect([undefined, 'NOT_FOUND']).toContain(codeOf(answer));
      const users = await quiet.db.prisma.user.count({ where: { email } });
      expect(users).toBe(codeOf(answer) === undefined ? 1 : 0);
    });
    await Promise.all(rounds);
  });
});
