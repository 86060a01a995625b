import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Longest wait for pending responses when the gateway stops, in milliseconds. */
const ANSWERS_TIMEOUT_MS = 7000;
const POLL_MS = 20;

/**
 * Closes all sockets when the gateway stops, once the pending responses are sent. Senders
 * of half a request, idle connections and slow readers must not hold it up.
 */
export function closeSocketsAfterAnswers(app: FastifyInstance): void {
  // A count: a set of responses keeps those that are gone until the next full
  // collection of garbage, since its old tables refer to the newer ones.
  let answering = 0;
  app.addHook('preHandler', (_request, reply, done) => {
    answering += 1;
    reply.raw.once('close', () => (answering -= 1));
    done();
  });
  app.addHook('preClose', async () => {
    const deadline = Date.now() + ANSWERS_TIMEOUT_MS;
    while (answering > 0 && Date.now() < deadline) await sleep(POLL_MS);
    app.server.closeAllConnections();
  });
}
