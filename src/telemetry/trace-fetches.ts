import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_SERVER_ADDRESS,
  ATTR_SERVER_PORT,
  ATTR_URL_SCHEME,
} from '@opentelemetry/semantic-conventions';

/** A request as undici publishes it. */
interface UndiciRequest {
  readonly origin: string | URL;
  readonly method: string;
  addHeader(name: string, value: string): void;
}

interface Published {
  request: UndiciRequest;
  response?: { statusCode: number };
  error?: Error & { code?: string };
}

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * Records a span for each request to another server, and sends its context with it. Paths may
 * contain secrets, and are not recorded.
 *
 * @returns a function that ends it
 */
export function traceFetches(tracer: Tracer): () => void {
  const spans = new WeakMap<UndiciRequest, Span>();
  const listeners: Record<string, (published: Published) => void> = {
    'undici:request:create'({ request }) {
      if (!trace.getActiveSpan()) return;
      const span = startSpan(tracer, request);
      spans.set(request, span);
      propagation.inject(trace.setSpan(context.active(), span), request, {
        set: (carrier, name, value) => carrier.addHeader(name, value),
      });
    },
    'undici:request:headers'({ request, response }) {
      const { statusCode = 0 } = response ?? {};
      const span = spans.get(request);
      span?.setAttribute(ATTR_HTTP_RESPONSE_STATUS_CODE, statusCode);
      if (statusCode >= 400) fail(span, String(statusCode));
    },
    'undici:request:trailers': ({ request }) => spans.get(request)?.end(),
    'undici:request:error'({ request, error }) {
      const span = spans.get(request);
      fail(span, error?.code ?? error?.name ?? 'error');
      span?.end();
    },
  };
  const entries = Object.entries(listeners).map(
    ([name, listener]) => [name, (message: unknown) => listener(message as Published)] as const,
  );
  for (const [name, listener] of entries) subscribe(name, listener);
  return () => entries.forEach(([name, listener]) => unsubscribe(name, listener));
}

function startSpan(tracer: Tracer, { origin, method }: UndiciRequest): Span {
  const { protocol, hostname, port } = new URL(origin);
  return tracer.startSpan(method, {
    kind: SpanKind.CLIENT,
    attributes: {
      [ATTR_HTTP_REQUEST_METHOD]: method,
      [ATTR_URL_SCHEME]: protocol.slice(0, -1),
      [ATTR_SERVER_ADDRESS]: hostname,
      [ATTR_SERVER_PORT]: port === '' ? defaultPorts[protocol] : Number(port),
    },
  });
}

function fail(span: Span | undefined, type: string): void {
  span?.setAttribute(ATTR_ERROR_TYPE, type);
  span?.setStatus({ code: SpanStatusCode.ERROR });
}
