import { generateServiceProviderMetadata, SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { WorkerLimitError } from '../../workers/worker-limit-error.ts';
import { createWorkerPool } from '../../workers/worker-pool.ts';
import type { SamlIdentity } from './check-assertion.ts';
import { SamlError } from './saml-error.ts';
import type { SamlPeers } from './saml-peers.ts';
import type { ResponseTask } from './verify-response.ts';
import type * as works from './verify-response.worker.ts';

/** What an identity provider is asked to name people by. */
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

/**
 * Responses are read one after the other, beside all other work: anybody can send one that takes a
 * tenth of a second, and say nothing in it.
 */
const pool = createWorkerPool<typeof works>({
  module: './verify-response.worker.ts',
  from: import.meta.url,
  processes: 1,
  queueMax: 50,
  memoryMb: 256,
  cpuMs: 15_000,
});

/**
 * Where a browser goes to log in: the address of the identity provider with a request of that id
 * (SAML 2.0 bindings, HTTP-Redirect).
 */
export function loginAddress({ provider, service }: SamlPeers, requestId: string): Promise<string> {
  const saml = new SAML({
    entryPoint: provider.ssoUrl,
    idpCert: provider.certificate,
    issuer: service.entityID,
    callbackUrl: service.acsURL,
    validateInResponseTo: ValidateInResponseTo.never,
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    generateUniqueId: () => requestId,
  });
  return saml.getAuthorizeUrlAsync('', undefined, {});
}

/** What an identity provider needs to know of this service, as XML (SAML 2.0 metadata). */
export function serviceMetadata({ entityID, acsURL }: SamlPeers['service']): string {
  return generateServiceProviderMetadata({
    issuer: entityID,
    callbackUrl: acsURL,
    identifierFormat: EMAIL_FORMAT,
    wantAssertionsSigned: true,
    generateUniqueId: () => '_docgraph',
  });
}

/**
 * Identifies somebody by a response of their identity provider: as `verifyResponse`, in another
 * process. That the request was ours and is answered once, the caller checks.
 *
 * @throws SamlError when it is not to be believed, and `busy` when too many wait
 */
export async function readResponse(task: ResponseTask): Promise<SamlIdentity> {
  const outcome = await pool.run('verify', task).catch(refuse);
  if ('identity' in outcome) return outcome.identity;
  throw new SamlError(outcome.problem, outcome.message);
}

function refuse(error: unknown): never {
  if (!(error instanceof WorkerLimitError)) throw error;
  throw new SamlError('busy', 'Too many people log in at this moment: begin again in a minute.');
}
