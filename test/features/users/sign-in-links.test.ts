import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSmtpMailer } from '../../../src/external/mail/smtp-mailer.ts';
import { purgeApiTokens } from '../../../src/features/users/purge-api-tokens.ts';
import type { Client } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { startMailServer, type MailServer } from '../../support/mail-server.ts';
import { baseUrl, World } from '../../support/world.ts';

let server: MailServer;
/** One with a mail server, and one without. */
let mailing: World;
let quiet: World;

beforeAll(async () => {
  server = await startMailServer({ refused: ['refused@example.com'] });
  const mailer = createSmtpMailer({ url: server.url, from: 'docs@example.com' });
  [mailing, quiet] = await Promise.all([World.create({ mailer }), World.create()]);
  // Single sign-on is not required of the first user.
  await mailing.user('Admin of the installation');
});

afterAll(async () => {
  await Promise.all([mailing.destroy(), quiet.destroy()]);
  await server.stop();
});

const request = `mutation ($email: String!) {
  requestSignInLink(input: { email: $email }) { email }
}`;

const signIn = `mutation ($secret: String!) {
  signInWithLink(input: { secret: $secret }) { user { id email } secret }
}`;

let count = 0;

/** A user with a new address. */
async function person(data: object = {}): Promise<Client & { email: string }> {
  const user = await mailing.user();
  const email = `lost-${(count += 1)}@example.com`;
  await mailing.db.prisma.user.update({ where: { id: user.userId }, data: { email, ...data } });
  return Object.assign(user, { email });
}

const ask = (email: string, world = mailing) => world.anonymous().graphql(request, { email });
const use = (secret: string) => mailing.anonymous().graphql(signIn, { secret });
const mailsTo = (email: string) => server.mails.filter(({ to }) => [to].flat()[0]?.text === email);

/** Asks for a link, and returns its secret. */
async function linkTo(email: string, written = email): Promise<string> {
  const before = mailsTo(email).length;
  expect((await ask(written)).errors).toBeUndefined();
  return eventually(() => {
    const [mail] = mailsTo(email).slice(before);
    const [, secret] = /sign-in\/link#secret=(signin_\w+)/.exec(mail?.text ?? '') ?? [];
    if (secret === undefined) throw new Error('No mail came.');
    return Promise.resolve(secret);
  });
}

/** Asks for a link for somebody else, whose mail comes after all those that were asked for. */
async function untilMailed(): Promise<void> {
  await linkTo((await person()).email);
}

/** Moves all that is known of the links of a user into the past. */
async function pass(userId: string, ms: number): Promise<void> {
  const link = await mailing.db.prisma.signInLink.findUniqueOrThrow({ where: { userId } });
  const mailedAt = new Date(link.mailedAt.getTime() - ms);
  const countedFrom = new Date(link.countedFrom.getTime() - ms);
  await mailing.db.prisma.signInLink.update({ where: { userId }, data: { mailedAt, countedFrom } });
}

describe('a link to sign in', () => {
  it('is mailed to the confirmed address, and creates one token that ends', async () => {
    const ada = await person();
    const secret = await linkTo(ada.email, ada.email.toUpperCase());
    const answers = await Promise.all(Array.from({ length: 3 }, () => use(secret)));
    const signedIn = answers.flatMap(({ data }) => (data ? [data.signInWithLink] : []));
    expect(signedIn).toEqual([
      { user: { id: ada.userId, email: ada.email }, secret: expect.stringMatching(/^dg_/) },
    ]);
    const codes = answers.flatMap(({ errors = [] }) => errors.map((one) => one.extensions.code));
    expect(codes).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    const { status, body } = await mailing.withToken(signedIn[0]?.secret).get('/v1/user');
    expect([status, body.id]).toEqual([200, ada.userId]);
    const token = await mailing.db.prisma.apiToken.findFirstOrThrow({
      where: { userId: ada.userId, label: 'Sign-in by mail' },
    });
    const days = ((token.expiresAt?.getTime() ?? 0) - Date.now()) / (24 * 60 * 60 * 1000);
    expect(Math.round(days)).toBe(30);
    expect((await ada.get('/v1/user')).status).toBe(200);
  });

  it('ends after half an hour, and with the next one', async () => {
    const ada = await person();
    const first = await linkTo(ada.email);
    await pass(ada.userId, 61_000);
    const second = await linkTo(ada.email);
    expect((await use(first)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    await pass(ada.userId, 30 * 60_000);
    expect((await use(second)).errors?.[0]?.message).toBe(
      'The link is unknown, used, replaced or expired: ask for a new one.',
    );
  });

  it('is refused to nobody because the mail of somebody is being sent', async () => {
    let end = () => {};
    const sent = new Promise<void>((resolve) => (end = resolve));
    const slow = await World.create({ mailer: { send: () => sent } });
    try {
      const ada = await slow.user();
      const email = 'slow@example.com';
      await slow.db.prisma.user.update({ where: { id: ada.userId }, data: { email } });
      const addresses = Array.from({ length: 60 }, (_, index) => `nobody-${index}@example.com`);
      for (const address of [email, ...addresses]) {
        expect((await ask(address, slow)).errors).toBeUndefined();
      }
    } finally {
      end();
      await slow.destroy();
    }
  });

  it('tells nothing about an address: the response is the same', async () => {
    const ada = await person();
    const unconfirmed = await person();
    const { userId } = unconfirmed;
    const where = { id: userId };
    await mailing.db.prisma.user.update({ where, data: { realm: userId } });
    const answers = await Promise.all(
      [ada.email, ada.email, unconfirmed.email, 'nobody@example.com'].map(async (email) => {
        const { data, errors } = await ask(email);
        return { errors, isSame: data.requestSignInLink.email === email };
      }),
    );
    expect(answers).toEqual(answers.map(() => ({ errors: undefined, isSame: true })));
    await untilMailed();
    expect([ada, unconfirmed].map(({ email }) => mailsTo(email).length)).toEqual([1, 0]);
  });

  it('does not wait for the user, the mail server, or a write', async () => {
    const ada = await person();
    await mailing.db.prisma.$transaction(async (transaction) => {
      await transaction.$executeRaw`LOCK TABLE sign_in_links`;
      expect((await ask(ada.email)).errors).toBeUndefined();
      expect(mailsTo(ada.email)).toEqual([]);
    });
    await untilMailed();
    expect(mailsTo(ada.email)).toHaveLength(1);
  });

  it('is mailed once a minute, and three times a day', async () => {
    const ada = await person();
    for (const expected of [1, 2, 3, 3]) {
      await ask(ada.email);
      await ask(ada.email);
      await untilMailed();
      expect(mailsTo(ada.email)).toHaveLength(expected);
      await pass(ada.userId, 61_000);
    }
    await pass(ada.userId, 24 * 60 * 60 * 1000);
    await ask(ada.email);
    await untilMailed();
    expect(mailsTo(ada.email)).toHaveLength(4);
  });

  it('starts a login where single sign-on is required', async () => {
    const organization = await mailing.organization();
    const login = { entityId: 'https://idp.example', ssoUrl: 'https://idp.example/sso' };
    const provider = await mailing.db.prisma.samlProvider.create({
      data: {
        id: `saml_${mailing.next()}`,
        ...{ organizationId: organization.id, label: 'Okta', ...login, certificate: 'x' },
      },
    });
    const where = { id: organization.id };
    await mailing.db.prisma.organization.update({ where, data: { sso: true } });
    const member = await mailing.member(organization.id, 'edit');
    const email = `lost-${(count += 1)}@example.com`;
    await mailing.db.prisma.user.update({ where: { id: member.userId }, data: { email } });
    await ask(email);
    await untilMailed();
    expect(mailsTo(email)[0]?.text).toContain(`${baseUrl}/saml/${provider.id}/login`);
    expect(mailsTo(email)[0]?.text).not.toContain('signin_');
  });

  it('is refused for what is no address, and without a mail server, which is stated', async () => {
    const { errors } = await ask('ada');
    expect(errors?.[0]?.message).toBe('"email" must be an e-mail address.');
    const refused = await ask('ada@example.com', quiet);
    expect(refused.errors?.[0]).toMatchObject({
      message: expect.stringContaining('ask those who run it'),
      extensions: { code: 'CONFLICT' },
    });
    const query = '{ apiInformation { mailsSignInLinks } }';
    const [yes, no] = await Promise.all(
      [mailing, quiet].map((world) => world.anonymous().query(query)),
    );
    expect([yes, no].map((data) => data.apiInformation.mailsSignInLinks)).toEqual([true, false]);
  });

  it('can be asked for again if the mail server refused it, and is forgotten after a day', async () => {
    const ada = await person({ email: 'refused@example.com' });
    await ask('refused@example.com');
    await untilMailed();
    const links = () => mailing.db.prisma.signInLink.count({ where: { userId: ada.userId } });
    expect([mailsTo('refused@example.com').length, await links()]).toEqual([0, 1]);
    await pass(ada.userId, 25 * 60 * 60 * 1000);
    const log = { info: () => undefined };
    await purgeApiTokens({ db: mailing.db, log } as unknown as Parameters<
      typeof purgeApiTokens
    >[0]);
    expect(await links()).toBe(0);
  });
});
