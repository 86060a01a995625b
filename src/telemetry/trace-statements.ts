import {
  context,
  SpanKind,
  SpanStatusCode,
  trace,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import {
  ATTR_DB_NAMESPACE,
  ATTR_DB_OPERATION_BATCH_SIZE,
  ATTR_DB_OPERATION_NAME,
  ATTR_DB_QUERY_TEXT,
  ATTR_DB_RESPONSE_STATUS_CODE,
  ATTR_DB_SYSTEM_NAME,
  ATTR_ERROR_TYPE,
  ATTR_SERVER_ADDRESS,
  ATTR_SERVER_PORT,
  DB_SYSTEM_NAME_VALUE_POSTGRESQL,
} from '@opentelemetry/semantic-conventions';
import pg from 'pg';

/** Number of characters of a statement that are recorded: those of whole operations are long. */
const TEXT_MAX = 4000;

/** A statement, or several that are sent as one. */
interface TracedStatement {
  text?: string;
  statements?: readonly unknown[];
}

type Callback = (...args: unknown[]) => unknown;

/**
 * Records a span for each statement that is sent for a request or a job, or for several that are
 * sent as one. Values are parameters, which are not recorded. The driver has no hooks, so its
 * methods are wrapped, as OpenTelemetry's own instrumentation does.
 *
 * @returns a function that ends it
 */
export function traceStatements(tracer: Tracer): () => void {
  const [client, pool] = [pg.Client.prototype, pg.Pool.prototype];
  const query = Reflect.get(client, 'query') as Callback;
  const connect = Reflect.get(pool, 'connect') as Callback;
  Reflect.set(client, 'query', function traced(this: pg.Client, ...args: unknown[]) {
    if (!trace.getActiveSpan()?.isRecording()) return query.apply(this, args);
    const span = startSpan(tracer, this, args[0]);
    return runInSpan(span, args, (given) => query.apply(this, given));
  });
  // A connection is lent in the context of who gave it back.
  Reflect.set(pool, 'connect', function bound(this: pg.Pool, ...args: unknown[]) {
    const own = context.active();
    const given = args.map((arg) => (typeof arg === 'function' ? context.bind(own, arg) : arg));
    return connect.apply(this, given);
  });
  return () => {
    Reflect.set(client, 'query', query);
    Reflect.set(pool, 'connect', connect);
  };
}

function startSpan(tracer: Tracer, { database, host, port }: pg.Client, statement: unknown): Span {
  const { text = '', statements } =
    typeof statement === 'string' ? { text: statement } : (statement as TracedStatement);
  const count = statements?.length ?? 1;
  const operation = count > 1 ? 'BATCH' : (/\w+/.exec(text)?.[0].toUpperCase() ?? '');
  return tracer.startSpan(`${operation} ${database}`, {
    kind: SpanKind.CLIENT,
    attributes: {
      [ATTR_DB_SYSTEM_NAME]: DB_SYSTEM_NAME_VALUE_POSTGRESQL,
      [ATTR_DB_NAMESPACE]: database,
      [ATTR_DB_OPERATION_NAME]: operation,
      [ATTR_DB_QUERY_TEXT]: text.slice(0, TEXT_MAX),
      ...(count > 1 && { [ATTR_DB_OPERATION_BATCH_SIZE]: count }),
      [ATTR_SERVER_ADDRESS]: host,
      [ATTR_SERVER_PORT]: port,
    },
  });
}

/** Runs a statement, whose end is told to a callback or by a promise. */
function runInSpan(span: Span, args: unknown[], run: (args: unknown[]) => unknown): unknown {
  const at = args.findLastIndex((arg) => typeof arg === 'function');
  if (at >= 0) {
    const callback = args[at] as Callback;
    const ending: Callback = (error, ...results) => {
      end(span, error);
      return callback(error, ...results);
    };
    return run(args.with(at, ending));
  }
  const result = run(args);
  if (result instanceof Promise) {
    result.then(
      () => end(span, null),
      (error: unknown) => end(span, error),
    );
  } else end(span, null);
  return result;
}

/** Ends a span. Messages of errors may contain values, so only their codes are recorded. */
function end(span: Span, error: unknown): void {
  if (error !== null && error !== undefined) {
    const { code = 'connection' } = error as { code?: string };
    span.setAttributes({ [ATTR_ERROR_TYPE]: code, [ATTR_DB_RESPONSE_STATUS_CODE]: code });
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}
