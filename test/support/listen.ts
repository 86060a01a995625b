import type { FastifyInstance } from 'fastify';

/** Lets a gateway listen on a free port of this machine. It answers its address. */
export function listen(app: FastifyInstance): Promise<string> {
  return app.listen({ port: 0, host: '127.0.0.1' });
}
