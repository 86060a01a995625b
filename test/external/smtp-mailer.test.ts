import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MailError, type Mail } from '../../src/external/mail/mailer.ts';
import { sendMails } from '../../src/external/mail/send-mails.ts';
import { createSmtpMailer } from '../../src/external/mail/smtp-mailer.ts';
import { startMailServer, type MailServer } from '../support/mail-server.ts';

const from = 'docgraph <docs@example.com>';

let server: MailServer;
let silent: MailServer;

beforeAll(async () => {
  [server, silent] = await Promise.all([
    startMailServer({ refused: ['nobody@example.com'] }),
    startMailServer({ silent: true }),
  ]);
});

afterAll(() => Promise.all([server.stop(), silent.stop()]));

const mailTo = (to: string, changes: Partial<Mail> = {}): Mail => ({
  to,
  subject: 'Grüße',
  text: 'Hello.',
  html: '<p>Hello.</p>',
  ...changes,
});

async function failure(work: Promise<void>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof MailError) return error.message;
    throw error;
  }
  throw new Error('It was sent.');
}

describe('the SMTP mailer', () => {
  it('gives a mail to the server, as text and as HTML', async () => {
    await createSmtpMailer({ url: server.url, from }).send(mailTo('ada@example.com'));
    const mail = server.mails.at(-1);
    expect(mail).toMatchObject({ subject: 'Grüße', html: '<p>Hello.</p>' });
    expect(mail?.text?.trim()).toBe('Hello.');
    expect(mail?.from?.value).toEqual([{ address: 'docs@example.com', name: 'docgraph' }]);
    expect(mail?.to).toMatchObject({ value: [{ address: 'ada@example.com' }] });
  });

  it('says why the server took no mail, without its secrets', async () => {
    const mailer = createSmtpMailer({ url: server.url, from });
    expect(await failure(mailer.send(mailTo('nobody@example.com')))).toBe(
      'The mail server refused the address (550).',
    );
    const wrong = createSmtpMailer({ url: server.url.replace('mail-password', 'other'), from });
    expect(await failure(wrong.send(mailTo('ada@example.com')))).toBe(
      'The mail server refused the credentials in SMTP_URL.',
    );
    const nowhere = createSmtpMailer({ url: 'smtp://127.0.0.1:1', from });
    expect(await failure(nowhere.send(mailTo('ada@example.com')))).toBe(
      'The mail server cannot be reached.',
    );
  });

  it('waits for a silent server no longer than it is told', async () => {
    const mailer = createSmtpMailer({ url: silent.url, from, timeoutMs: 50 });
    expect(await failure(mailer.send(mailTo('ada@example.com')))).toBe(
      'The mail server did not answer in time.',
    );
  });

  it('takes one address and one line as the subject, so that no header can be slipped in', async () => {
    const mailer = createSmtpMailer({ url: server.url, from });
    const count = server.mails.length;
    for (const mail of [
      mailTo('ada@example.com\r\nBcc: eve@example.com'),
      mailTo('ada@example.com', { subject: 'Hello\nBcc: eve@example.com' }),
    ]) {
      expect(await failure(mailer.send(mail))).toContain('must be one line');
    }
    await mailer.send(mailTo('ada@example.com')).catch(() => undefined);
    expect(server.mails).toHaveLength(count + 1);
  });

  it('refuses what is too long', async () => {
    const mailer = createSmtpMailer({ url: server.url, from });
    const long = mailTo('ada@example.com', { text: 'x'.repeat(100_001) });
    expect(await failure(mailer.send(long))).toBe('The body has more than 100000 characters.');
  });
});

describe('several mails', () => {
  const log = { warn: () => undefined };

  it('are sent each once, whatever becomes of the others', async () => {
    const mailer = createSmtpMailer({ url: server.url, from });
    const count = server.mails.length;
    const to = ['a', 'b', 'nobody', 'c', 'd', 'e', 'f'].map((name) => `${name}@example.com`);
    const failures = await sendMails(
      mailer,
      to.map((address) => mailTo(address)),
      log,
    );
    expect(failures).toEqual(
      to.map((address) =>
        address.startsWith('nobody') ? 'The mail server refused the address (550).' : null,
      ),
    );
    const arrived = server.mails.slice(count).flatMap(({ to: of }) => [of].flat());
    expect(new Set(arrived.map((address) => address?.text))).toEqual(
      new Set(to.filter((address) => !address.startsWith('nobody'))),
    );
    expect(arrived).toHaveLength(to.length - 1);
  });

  it('do not start when the time for all of them is over', async () => {
    const mailer = createSmtpMailer({ url: server.url, from });
    const count = server.mails.length;
    expect(await sendMails(mailer, [mailTo('late@example.com')], log, -1)).toEqual([
      'There was no time left to send it.',
    ]);
    expect(server.mails).toHaveLength(count);
  });
});
