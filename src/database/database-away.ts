/** Codes of the system, of Prisma and of PostgreSQL (but for its class 08) that say so. */
const codes: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN'],
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'],
  ...['57P01', '57P02', '57P03', '53300'],
]);

/** PostgreSQL's class of connection exceptions. */
const CONNECTION_EXCEPTION = /^08[0-9A-Z]{3}$/;

/** What the driver says of a lost connection, in errors without a code. */
const MESSAGE =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

/** How many errors deep a cause is looked for. */
const DEPTH_MAX = 5;

/**
 * Whether a statement failed because the database cannot be reached, or gives no connection: the
 * same request can succeed a moment later.
 */
export function isDatabaseAway(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > DEPTH_MAX) return false;
  const { code, errorCode, originalCode, message, cause, errors, meta } = error as Partial<
    Record<string, unknown>
  >;
  if ([code, errorCode, originalCode].some(saysAway)) return true;
  if (error instanceof Error && typeof message === 'string' && MESSAGE.test(message)) return true;
  const inner = [
    cause,
    (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError,
    ...(Array.isArray(errors) ? (errors as unknown[]) : []),
  ];
  return inner.some((each) => isDatabaseAway(each, depth + 1));
}

function saysAway(code: unknown): boolean {
  return codes.has(code) || (typeof code === 'string' && CONNECTION_EXCEPTION.test(code));
}
