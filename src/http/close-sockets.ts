import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Longest wait for answers that are under way when the gateway stops, in milliseconds. */
const ANSWERS_TIMEOUT_MS = 7000;
const POLL_MS = 20;

/**
 * Closes all sockets when the gateway stops, once the answers that are under way are out. Senders
 * of half a request, idle connections and slow readers must not hold it up.
 */
export function closeSocketsAfterAnswers(app: FastifyInstance): void {
  const answering = new Set<FastifyReply>();
  app.addHook('preHandler', async (_request, reply) => {
    const end = () => answering.delete(reply);
    answering.add(reply);
    reply.raw.once('finish', end).once('close', end);
  });
  app.addHook('preClose', async () => {
    const deadline = Date.now() + ANSWERS_TIMEOUT_MS;
    while (answering.size > 0 && Date.now() < deadline) await sleep(POLL_MS);
    app.server.closeAllConnections();
  });
}
