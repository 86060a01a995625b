/** Why a statement failed that can succeed a moment later, as it is. */
export type DatabaseTrouble = 'unreachable' | 'busy';

/** PostgreSQL's and Prisma's codes of a transaction that lost against a concurrent one. */
const lostRaceCodes = ['P2034', '40P01', '40001'];
/** Codes that say that no connection was free in time, or that others were faster too often. */
const busyCodes: ReadonlySet<unknown> = new Set([
  ...['P2024', 'P2028', 'P2037', '53300'],
  ...lostRaceCodes,
]);

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
export function databaseTrouble(error: unknown): DatabaseTrouble | null {
  for (const { codes, message } of causesOf(error)) {
    if (codes.some((each) => busyCodes.has(each)) || BUSY_MESSAGE.test(message)) return 'busy';
    if (codes.some(saysUnreachable) || UNREACHABLE_MESSAGE.test(message)) return 'unreachable';
  }
  return null;
}

/** Whether the database rolled a transaction back because of a concurrent one (deadlock too). */
export function isLostRace(error: unknown): boolean {
  return causesOf(error).some(({ codes }) => lostRaceCodes.some((code) => codes.includes(code)));
}

/** What an error and those below it say, outermost first. */
function causesOf(error: unknown, depth = 0): { codes: unknown[]; message: string }[] {
  if (typeof error !== 'object' || error === null || depth > DEPTH_MAX) return [];
  const { code, errorCode, originalCode, message, cause, errors, meta } = error as Partial<
    Record<string, unknown>
  >;
  const inner = [
    cause,
    (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError,
    ...(Array.isArray(errors) ? (errors as unknown[]) : []),
  ];
  return [
    {
      codes: [code, errorCode, originalCode],
      message: error instanceof Error && typeof message === 'string' ? message : '',
    },
    ...inner.flatMap((each) => causesOf(each, depth + 1)),
  ];
}

function saysUnreachable(code: unknown): boolean {
  return (
    unreachableCodes.has(code) || (typeof code === 'string' && CONNECTION_EXCEPTION.test(code))
  );
}
