import type { FastifyInstance } from 'fastify';

/** Lets a gateway listen on a free local port. Returns its URL. */
export function listen(app: FastifyInstance): Promise<string> {
  return app.listen({ port: 0, host: '127.0.0.1' });
}
