import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  context,
  diag,
  DiagLogLevel,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import {
  ATTR_ERROR_TYPE,
  ATTR_SERVICE_NAME,
  ATTR_SERVICE_VERSION,
} from '@opentelemetry/semantic-conventions';
import type { Logger } from 'pino';
import { readVersion } from '../version.ts';
import { traceFetches } from './trace-fetches.ts';
import { traceRequests } from './trace-requests.ts';
import { traceStatements } from './trace-statements.ts';
import type { Tracing } from './tracing.ts';

/** Longest wait for a collector at a stop, in milliseconds. */
const STOP_TIMEOUT_MS = 2000;
/** Least time between two lines of the log about a collector, in milliseconds. */
const LOG_PAUSE_MS = 60_000;

/**
 * Starts to record spans, and to send them to the collector that the variables of OpenTelemetry
 * name. The SDK reads them itself.
 */
export function startTracing(log: Logger): Tracing {
  diag.setLogger(logOf(log), DiagLogLevel.ERROR);
  const resource = defaultResource()
    .merge(
      resourceFromAttributes({
        [ATTR_SERVICE_NAME]: 'docgraph',
        [ATTR_SERVICE_VERSION]: readVersion(),
        'service.instance.id': randomUUID(),
      }),
    )
    // Last, so that OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES replace the above.
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new NodeTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  // Without baggage, which would reach other servers.
  provider.register({ propagator: new W3CTraceContextPropagator() });
  const tracer = provider.getTracer('docgraph', readVersion());
  const ends = [traceStatements(tracer), traceFetches(tracer)];
  return {
    traceRequests: (app, attributesOf) => traceRequests(app, tracer, attributesOf),
    traceJob: (name, run) =>
      tracer.startActiveSpan(name, { kind: SpanKind.CONSUMER, root: true }, async (span) => {
        try {
          return await run();
        } catch (error) {
          span.setAttribute(ATTR_ERROR_TYPE, error instanceof Error ? error.name : 'error');
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      }),
    async stop() {
      for (const end of ends) end();
      const late = sleep(STOP_TIMEOUT_MS, undefined, { ref: false });
      await Promise.race([provider.shutdown().catch(() => {}), late]);
      for (const api of [trace, context, propagation, diag]) api.disable();
    },
  };
}

/** Logs errors of the SDK, but not for each batch that a collector does not take. */
function logOf(log: Logger) {
  let last = -LOG_PAUSE_MS;
  const write = (message: string) => {
    if (performance.now() - last < LOG_PAUSE_MS) return;
    last = performance.now();
    log.warn({ reason: message }, 'spans could not be recorded or sent');
  };
  return { error: write, warn: write, info: write, debug: write, verbose: write };
}
