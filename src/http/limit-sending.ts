import type { FastifyInstance } from 'fastify';
import { EventStream } from './event-stream.ts';

/**
 * Closes the connection of a response that is not sent within a limit of time. Connections whose
 * client reads a few bytes now and then are not idle, and would hold the response for ever. Streams
 * of events have no end, and hold one event.
 *
 * @param limitMs in milliseconds
 */
export function limitSending(app: FastifyInstance, limitMs: number): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (payload instanceof EventStream) return done();
    const timer = setTimeout(() => reply.raw.destroy(), limitMs).unref();
    reply.raw.once('close', () => clearTimeout(timer));
    done();
  });
}
