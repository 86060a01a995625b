import { decodeUrlPart } from '../lib/decode-url-part.ts';
import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';

/** Logs each request in one line, when its response is sent. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const line = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) reply.log.error({ ...line, err: error }, 'request errored');
    else reply.log.info(line, 'request completed');
  }
}

/** Query parameters with secrets. */
const secretParameters: ReadonlySet<string> = new Set([
  ...['sharekey', 'visitor', 'jwttoken', 'signature'],
]);

/** Ids of invites, which are the secret of their link, and secrets of invitations by e-mail. */
const inviteSecret = /\b(inv|join)_[^/?&]+/g;

/** Returns the logged parts of a request, without secrets. */
export function loggedRequest({ method, url, host, ip }: FastifyRequest): object {
  return { method, url: withoutSecrets(url), host, remoteAddress: ip };
}

/** Returns an address without the secrets in it. */
export function withoutSecrets(url: string): string {
  const [path = '', query] = url.replaceAll(inviteSecret, '$1_[hidden]').split(/\?(.*)/s);
  if (query === undefined) return path;
  const parts = query.split('&').map((part) => {
    const [name = ''] = part.split('=');
    return secretParameters.has(decodeUrlPart(name).toLowerCase()) ? `${name}=[hidden]` : part;
  });
  return `${path}?${parts.join('&')}`;
}
