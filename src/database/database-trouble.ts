/** Why a statement failed that can succeed a moment later, as it is. */
export type DatabaseTrouble = 'unreachable' | 'busy';

/** Codes of Prisma and of PostgreSQL that say that no connection was free in time. */
const busyCodes: ReadonlySet<unknown> = new Set(['P2024', 'P2028', 'P2037', '53300']);

/** Codes of the system, of Prisma and of PostgreSQL (but for its class 08) of lost connections. */
const unreachableCodes: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN'],
  ...['P1001', 'P1002', 'P1008', 'P1017', '57P01', '57P02', '57P03'],
]);

/** PostgreSQL's class of connection exceptions. */
const CONNECTION_EXCEPTION = /^08[0-9A-Z]{3}$/;

/** What the pool says when none of its connections became free in time. */
const BUSY_MESSAGE = /^timeout exceeded when trying to connect/;
/** What the driver says of a lost connection, in errors without a code. */
const UNREACHABLE_MESSAGE = /^(?:Connection terminated|Client has encountered a connection error)/;

/** How many errors deep a cause is looked for. */
const DEPTH_MAX = 5;

/**
 * Whether a statement failed because the database cannot be reached, or because all connections to
 * it are taken: the same request can succeed a moment later. Null for all other errors.
 */
export function databaseTrouble(error: unknown, depth = 0): DatabaseTrouble | null {
  if (typeof error !== 'object' || error === null || depth > DEPTH_MAX) return null;
  const { code, errorCode, originalCode, message, cause, errors, meta } = error as Partial<
    Record<string, unknown>
  >;
  const codes = [code, errorCode, originalCode];
  const text = error instanceof Error && typeof message === 'string' ? message : '';
  if (codes.some((each) => busyCodes.has(each)) || BUSY_MESSAGE.test(text)) return 'busy';
  if (codes.some(saysUnreachable) || UNREACHABLE_MESSAGE.test(text)) return 'unreachable';
  const inner = [
    cause,
    (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError,
    ...(Array.isArray(errors) ? (errors as unknown[]) : []),
  ];
  for (const each of inner) {
    const trouble = databaseTrouble(each, depth + 1);
    if (trouble) return trouble;
  }
  return null;
}

function saysUnreachable(code: unknown): boolean {
  return (
    unreachableCodes.has(code) || (typeof code === 'string' && CONNECTION_EXCEPTION.test(code))
  );
}
