import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';

/** A mail server on this machine that keeps what it is given. */
export interface MailServer {
  /** With the credentials that it wants. */
  url: string;
  /** What came, in order. */
  mails: ParsedMail[];
  stop(): Promise<void>;
}

export interface MailServerOptions {
  /** Addresses that it refuses. */
  refused?: readonly string[];
  /** Takes connections and says nothing. */
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
