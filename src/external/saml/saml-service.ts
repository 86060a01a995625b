import { generateServiceProviderMetadata, SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { WorkerLimitError } from '../../workers/worker-limit-error.ts';
import { createWorkerPool } from '../../workers/worker-pool.ts';
import type { SamlIdentity } from './check-assertion.ts';
import { SamlError } from './saml-error.ts';
import type { SamlPeers } from './saml-peers.ts';
import type { ResponseTask } from './verify-response.ts';
import type * as works from './verify-response.worker.ts';

/** Name identifier format requested from identity providers. */
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

/**
 * Responses are verified one at a time in a separate process, because anybody can send a useless
 * one that takes a tenth of a second.
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
 * Returns the login address: that of the identity provider, with a request of the given id (SAML
 * 2.0 bindings, HTTP-Redirect).
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

/** Returns the metadata of this service for an identity provider, as XML (SAML 2.0 metadata). */
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
 * Reads the identity in a response, as `verifyResponse` does, in another process. The caller checks
 * that the request is ours and is answered only once.
 *
 * @throws SamlError when it is rejected, and `busy` when the queue is full
 */
export async function readResponse(task: ResponseTask): Promise<SamlIdentity> {
  const outcome = await pool.run('verify', task).catch(refuse);
  if ('identity' in outcome) return outcome.identity;
  throw new SamlError(outcome.problem, outcome.message);
}

function refuse(error: unknown): never {
  if (!(error instanceof WorkerLimitError)) throw error;
  throw new SamlError('busy', 'Too many logins are in progress: try again in a minute.');
}
