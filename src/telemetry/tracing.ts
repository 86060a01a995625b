import type { Attributes } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Records spans of requests, statements, jobs and requests to other servers. */
export interface Tracing {
  /**
   * Records a span for each request of a server, below that of the client who sent it.
   *
   * @param attributesOf further attributes of a request, without secrets; called after its response
   */
  traceRequests(app: FastifyInstance, attributesOf: (request: FastifyRequest) => Attributes): void;
  /** Records a span of a job. */
  traceJob<Result>(name: string, run: () => Promise<Result>): Promise<Result>;
  /** Sends the spans that wait, and stops. */
  stop(): Promise<void>;
}
