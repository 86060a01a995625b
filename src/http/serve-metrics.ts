import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import { unauthenticated } from '../errors.ts';
import { countJobs } from '../jobs/count-jobs.ts';
import { sha256 } from '../lib/hash.ts';
import type { OpenStreams } from './open-streams.ts';

/** Upper bounds of the counted durations, in seconds. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** States of jobs, so that each is reported from the start. */
const JOB_STATES = ['pending', 'running', 'done', 'failed', 'cancelled'];

/**
 * Serves `/metrics` in the text format of Prometheus, to those who send the token of the setting.
 * Without a token, it is not served, and nothing is measured.
 */
export function serveMetrics(
  app: FastifyInstance,
  { db, streams, token }: { db: Database; streams: OpenStreams; token: string | undefined },
): void {
  if (token === undefined) return;
  const register = new Registry();
  const durations = new Histogram({
    name: 'docgraph_request_duration_seconds',
    help: 'Time from a request to the end of its response.',
    labelNames: ['surface', 'status'],
    buckets: DURATIONS,
    registers: [register],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const labels = { surface: surfaceOf(request, reply), status: reply.statusCode };
    durations.observe(labels, reply.elapsedTime / 1000);
    done();
  });
  const gauges = [...databaseMetrics(db), jobMetrics(db), streamMetrics(streams)];
  for (const gauge of gauges) register.registerMetric(gauge);
  collectDefaultMetrics({ register });
  const expected = Buffer.from(sha256(token));
  app.get('/metrics', { logLevel: 'warn' }, async ({ headers }, reply) => {
    const [, secret = ''] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
    // Equal lengths take equal times to compare.
    if (!timingSafeEqual(Buffer.from(sha256(secret)), expected)) {
      throw unauthenticated('Send "Authorization: Bearer <METRICS_TOKEN>".');
    }
    return reply.header('content-type', register.contentType).send(await register.metrics());
  });
}

/**
 * The part of docgraph that responded: the first segment of the path of the route, except for
 * subscriptions, which last as long as their clients stay.
 */
function surfaceOf({ routeOptions }: FastifyRequest, reply: FastifyReply): string {
  const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream');
  if (isStream && routeOptions.url === '/graphql') return 'subscription';
  const [, first = ''] = (routeOptions.url ?? '/unknown').split(/[/:*]/);
  return first || 'home';
}

function databaseMetrics({ pool }: Database): Gauge[] {
  const connections = new Gauge({
    name: 'docgraph_database_connections',
    help: 'Connections to the database.',
    labelNames: ['state'],
    registers: [],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
    },
  });
  const waiting = new Gauge({
    name: 'docgraph_database_waiting',
    help: 'Requests that wait for a connection.',
    registers: [],
    collect() {
      this.set(pool.waitingCount);
    },
  });
  return [connections, waiting];
}

function streamMetrics(streams: OpenStreams): Gauge {
  return new Gauge({
    name: 'docgraph_subscriptions',
    help: 'Open subscriptions.',
    registers: [],
    collect() {
      this.set(streams.size);
    },
  });
}

function jobMetrics(db: Database): Gauge {
  return new Gauge({
    name: 'docgraph_jobs',
    help: 'Jobs in the database; ended ones are kept for 30 days.',
    labelNames: ['state'],
    registers: [],
    async collect() {
      const counts = await countJobs(db);
      for (const state of JOB_STATES) this.set({ state }, counts.get(state) ?? 0);
    },
  });
}
