import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { escapeHtml } from '../../lib/escape-html.ts';
import { WorkerLimitError } from '../../workers/worker-limit-error.ts';
import { createWorkerPool } from '../../workers/worker-pool.ts';
import type { SamlIdentity } from './check-assertion.ts';
import { SamlError } from './saml-error.ts';
import { EMAIL_FORMAT, namespaces, POST_BINDING } from './saml-names.ts';
import type { SamlPeers } from './saml-peers.ts';
import type { ResponseTask } from './verify-response.ts';
import type * as works from './verify-response.worker.ts';

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

const deflate = promisify(deflateRaw);

/**
 * Returns the login address: that of the identity provider, with a request of the given id (SAML
 * 2.0 bindings, HTTP-Redirect).
 */
export async function loginAddress(
  { provider, service }: SamlPeers,
  requestId: string,
): Promise<string> {
  const request = xml`<samlp:AuthnRequest xmlns:samlp="${namespaces.protocol}" ID="${requestId}" Version="2.0" IssueInstant="${new Date().toISOString()}" ProtocolBinding="${POST_BINDING}" Destination="${provider.ssoUrl}" AssertionConsumerServiceURL="${service.acsURL}"><saml:Issuer xmlns:saml="${namespaces.assertion}">${service.entityID}</saml:Issuer><samlp:NameIDPolicy AllowCreate="true"/></samlp:AuthnRequest>`;
  const url = new URL(provider.ssoUrl);
  url.searchParams.set('SAMLRequest', (await deflate(request)).toString('base64'));
  return url.href;
}

/** Returns the metadata of this service for an identity provider, as XML (SAML 2.0 metadata). */
export function serviceMetadata({ entityID, acsURL }: SamlPeers['service']): string {
  return xml`<?xml version="1.0"?>
<EntityDescriptor xmlns="${namespaces.metadata}" entityID="${entityID}" ID="_docgraph">
  <SPSSODescriptor protocolSupportEnumeration="${namespaces.protocol}" AuthnRequestsSigned="false" WantAssertionsSigned="true">
    <NameIDFormat>${EMAIL_FORMAT}</NameIDFormat>
    <AssertionConsumerService index="1" isDefault="true" Binding="${POST_BINDING}" Location="${acsURL}"/>
  </SPSSODescriptor>
</EntityDescriptor>`;
}

/** Writes XML with escaped values. */
function xml(parts: TemplateStringsArray, ...values: string[]): string {
  return String.raw({ raw: parts }, ...values.map(escapeHtml));
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
