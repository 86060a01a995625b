import type { OutgoingHttpHeaders } from 'node:http';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * Sets the security headers of helmet on all responses. They are always the same, so they are made
 * once: helmet reads its options and joins its policies anew for each response.
 */
export async function sendSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, { global: false });
  let headers: OutgoingHttpHeaders | undefined;
  app.addHook('onRequest', async (_request, reply) => {
    if (headers) {
      reply.headers(headers);
    } else {
      reply.helmet();
      headers = reply.raw.getHeaders();
    }
  });
}
