import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_NETWORK_PROTOCOL_VERSION,
  ATTR_URL_SCHEME,
  ATTR_USER_AGENT_ORIGINAL,
} from '@opentelemetry/semantic-conventions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Records a span for each request of a server. */
export function traceRequests(
  app: FastifyInstance,
  tracer: Tracer,
  attributesOf: (request: FastifyRequest) => Attributes,
): void {
  const contexts = new WeakMap<FastifyRequest, Context>();
  app.addHook('onRequest', (request, _reply, done) => {
    // A request of this process has no such header, and is part of the one that is being served.
    const parent = propagation.extract(context.active(), request.headers);
    const span = tracer.startSpan(request.method, startOf(request), parent);
    const own = trace.setSpan(parent, span);
    contexts.set(request, own);
    context.with(own, done);
  });
  // A body arrives outside of the context.
  app.addHook('preHandler', (request, _reply, done) => {
    context.with(contexts.get(request) ?? ROOT_CONTEXT, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = trace.getSpan(contexts.get(request) ?? ROOT_CONTEXT);
    if (span?.isRecording()) describe(span, { request, reply, further: attributesOf(request) });
    span?.end();
    done();
  });
}

function startOf({ method, protocol, headers, raw }: FastifyRequest) {
  const userAgent = headers['user-agent'];
  return {
    kind: SpanKind.SERVER,
    attributes: {
      [ATTR_HTTP_REQUEST_METHOD]: method,
      [ATTR_URL_SCHEME]: protocol,
      [ATTR_NETWORK_PROTOCOL_VERSION]: raw.httpVersion,
      ...(userAgent !== undefined && { [ATTR_USER_AGENT_ORIGINAL]: userAgent }),
    },
  };
}

function describe(
  span: Span,
  {
    request: { method, routeOptions },
    reply: { statusCode },
    further,
  }: { request: FastifyRequest; reply: FastifyReply; further: Attributes },
): void {
  const { url: route } = routeOptions;
  if (route !== undefined) {
    span.updateName(`${method} ${route}`);
    span.setAttribute(ATTR_HTTP_ROUTE, route);
  }
  span.setAttributes({ [ATTR_HTTP_RESPONSE_STATUS_CODE]: statusCode, ...further });
  // Errors of clients are no failures of a server.
  if (statusCode < 500) return;
  span.setAttribute(ATTR_ERROR_TYPE, String(statusCode));
  span.setStatus({ code: SpanStatusCode.ERROR });
}
