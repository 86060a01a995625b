import type { FastifyInstance } from 'fastify';

/**
 * Closes the connection of a response that is not sent within a limit of time. Connections whose
 * client reads a few bytes now and then are not idle, and would hold the response for ever.
 *
 * @param limitMs in milliseconds
 */
export function limitSending(app: FastifyInstance, limitMs: number): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const timer = setTimeout(() => reply.raw.destroy(), limitMs).unref();
    reply.raw.once('close', () => clearTimeout(timer));
    done();
  });
}
