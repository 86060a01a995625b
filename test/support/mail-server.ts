import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';

/** A local mail server that stores received mails. */
export interface MailServer {
  /** URL with valid credentials. */
  url: string;
  /** Received mails, in order. */
  mails: ParsedMail[];
  stop(): Promise<void>;
}

export interface MailServerOptions {
  /** Addresses that it rejects. */
  refused?: readonly string[];
  /** Whether it accepts connections without responding. */
  silent?: boolean;
}

const USER = 'docgraph';
const PASSWORD = 'mail-password';

export async function startMailServer({
  refused = [],
  silent = false,
}: MailServerOptions = {}): Promise<MailServer> {
  const mails: ParsedMail[] = [];
  const keep = async (stream: SMTPServerDataStream, done: () => void): Promise<void> => {
    mails.push(await simpleParser(stream));
    done();
  };
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onConnect: (_session, done) => (silent ? undefined : done()),
    onAuth: ({ username, password }, _session, done) =>
      username === USER && password === PASSWORD
        ? done(null, { user: USER })
        : done(new Error('Wrong credentials.')),
    onRcptTo: ({ address }, _session, done) =>
      done(refused.includes(address) ? new Error('No such mailbox.') : null),
    onData: (stream, _session, done) => void keep(stream, done),
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://${USER}:${PASSWORD}@127.0.0.1:${port}`,
    mails,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
