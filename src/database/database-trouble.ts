/** Why a statement failed that can succeed later as it is, and did nothing. */
export type DatabaseTrouble =
  | 'unreachable'
  | 'busy'
  | 'full'
  | 'outOfMemory'
  | 'readOnly'
  | 'cancelled'
  | 'damaged';

/** PostgreSQL's and Prisma's codes of a transaction that lost against a concurrent one. */
const lostRaceCodes = ['P2034', '40P01', '40001'];
/** Codes of the system, of Prisma and of PostgreSQL, by what they mean for whoever asks. */
const codesOfTrouble: Readonly<Record<DatabaseTrouble, readonly string[]>> = {
  // No connection or lock was free in time, or others were faster too often.
  busy: ['P2024', 'P2028', 'P2037', '53300', '53400', '55P03', ...lostRaceCodes],
  // PostgreSQL's class 08 is one too.
  unreachable: [
    ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'],
    ...['EAI_AGAIN', 'P1001', 'P1002', 'P1008', 'P1017', '57P01', '57P02', '57P03', '57P05'],
    ...['25P03', '57P04'],
  ],
  full: ['53100', 'ENOSPC', 'EDQUOT'],
  outOfMemory: ['53000', '53200'],
  readOnly: ['25006', 'EROFS'],
  cancelled: ['57000', '57014'],
  // Files of the database that cannot be read or written.
  damaged: ['58000', '58030', 'XX001', 'XX002'],
};

const troubleOfCode: ReadonlyMap<unknown, DatabaseTrouble> = new Map(
  Object.entries(codesOfTrouble).flatMap(([trouble, codes]) =>
    codes.map((code) => [code, trouble as DatabaseTrouble]),
  ),
);

/** PostgreSQL's class of connection exceptions. */
const CONNECTION_EXCEPTION = /^08[0-9A-Z]{3}$/;

/** Message of the pool if no connection became free in time. */
const BUSY_MESSAGE = /^timeout exceeded when trying to connect/;
/** Messages of the driver about a lost connection, in errors without a code. */
const UNREACHABLE_MESSAGE = /^(?:Connection terminated|Client has encountered a connection error)/;

/** Maximum depth of the search for the cause of an error. */
const DEPTH_MAX = 5;

/**
 * Returns why a statement failed although it is right: the same request can succeed later. Null for
 * all other errors.
 */
export function databaseTrouble(error: unknown): DatabaseTrouble | null {
  for (const { codes, message } of causesOf(error)) {
    const [trouble] = codes.flatMap((code) => troubleOfCode.get(code) ?? []);
    if (trouble) return trouble;
    if (BUSY_MESSAGE.test(message)) return 'busy';
    if (codes.some(isConnectionException) || UNREACHABLE_MESSAGE.test(message)) {
      return 'unreachable';
    }
  }
  return null;
}

/**
 * Returns whether the database rolled a transaction back because of a concurrent one (including
 * deadlocks).
 */
export function isLostRace(error: unknown): boolean {
  return causesOf(error).some(({ codes }) => lostRaceCodes.some((code) => codes.includes(code)));
}

/** Returns the codes and messages of an error and its causes, outermost first. */
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

function isConnectionException(code: unknown): boolean {
  return typeof code === 'string' && CONNECTION_EXCEPTION.test(code);
}
