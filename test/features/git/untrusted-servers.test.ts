import { generate } from 'selfsigned';
import { afterEach, describe, expect, it } from 'vitest';
import { createWebClient } from '../../../src/external/http/create-web-client.ts';
import type { WebClient } from '../../../src/external/http/web-client.ts';
import { hasGit, startGitServer, type GitServer } from '../../support/git-server.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { GitWorld } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);
const gitWorld = new GitWorld(world);
let server: GitServer;
let web: WebClient | undefined;

afterEach(async () => {
  await server.stop();
  await web?.close();
});

/** A server that shows a certificate, and a client that trusts it as an authority, or not. */
interface Case {
  isTrusted: boolean;
  /** The name or the address that the certificate is for. */
  altName: { type: 2; value: string } | { type: 7; ip: string };
  validUntil?: Date;
}

const here = { type: 7, ip: '127.0.0.1' } as const;
const year = (number: number) => new Date(Date.UTC(number, 0));
const cases: Record<string, Case> = {
  'that nobody vouches for': { isTrusted: false, altName: here },
  'that has expired': { isTrusted: true, altName: here, validUntil: year(2021) },
  'of another host': { isTrusted: true, altName: { type: 2, value: 'git.example.com' } },
};

/** Imports over TLS, with a user and a password. Answers the job, and what the server was asked. */
async function importOverTls({ isTrusted, altName, validUntil = year(2099) }: Case) {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'git' }], {
    ...{ keyType: 'ec', curve: 'P-256', algorithm: 'sha256' },
    ...{ notBeforeDate: year(2020), notAfterDate: validUntil },
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [altName] },
    ],
  });
  server = await startGitServer({ key, cert });
  const asked: string[] = [];
  server.intercept = ({ url = '' }) => asked.push(url) === 0;
  web = createWebClient({
    intranetHosts: [server.host],
    ...(isTrusted && { authorities: [cert] }),
  });
  const clone = server.repository('docs');
  clone.write({ 'README.md': '# Home\n' });
  clone.push();
  const { id: spaceId } = await world.space(organization.id);
  const url = server.url('docs');
  const job = await gitWorld.run(cast.create, spaceId, 'import', { url }, { web });
  return { job, asked };
}

// git itself is the counterpart.
describe.skipIf(!hasGit)('an import over TLS', () => {
  it('is made from a server whose certificate is trusted', async () => {
    const { job } = await importOverTls({ isTrusted: true, altName: here });
    expect(job).toMatchObject({ state: 'done', errorMessage: null });
  });

  it.each(Object.entries(cases))(
    'fails at a server with a certificate %s, which learns nothing',
    async (_name, one) => {
      const { job, asked } = await importOverTls(one);
      expect(job).toMatchObject({
        ...{ state: 'failed', errorCode: 'TLS_FAILED', errorStep: 'fetch', attempts: 1 },
        errorRemedy: expect.stringMatching(/trusted certificate/),
      });
      expect(asked).toEqual([]);
    },
  );
});
