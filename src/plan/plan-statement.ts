import { levelMapsSql } from '../auth/level-sets-sql.ts';
import { membershipColumns } from '../auth/memberships.ts';
import { isUseToNoteSql, validTokenSql, type ValidToken } from '../auth/tokens.ts';
import { viewerSetsSql } from '../auth/viewer-sets-sql.ts';
import { joinSql, rawSql, sql, type Sql } from '../database/database.ts';
import {
  holderSlots,
  Slot,
  tokenSlots,
  viewerOfLiveSlot,
  viewerOfOneSlot,
  viewerSlot,
  type SlotValues,
} from '../database/slot.ts';
import { viewer, type PlanLevel, type RootRows, type WireRow } from './levels.ts';

/** A statement as the driver takes it, with slots among its values. */
export interface PlannedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Viewer of a statement: a user named by its run, or the holder of a token. The statement looks up
 * the token itself, with the memberships if something reads them.
 */
export type StatementViewer = 'by id' | 'by token' | 'by token, with memberships';

const viewerSlots: ReadonlySet<unknown> = new Set([viewerSlot, viewerOfOneSlot, viewerOfLiveSlot]);

/** Name of the row of the token, used in place of the number of a level. */
const TOKEN_ROW = 'token';
/** The same of the row of one of many holders of tokens. */
const HOLDER_ROW = 'holder';

/** The one statement that reads all levels. It has no rows without a valid token. */
export function statementOf(
  levels: readonly PlanLevel[],
  by: StatementViewer,
  rootRows: RootRows,
): PlannedStatement {
  const width = Math.max(...levels.map((level) => level.width));
  const isByToken = by !== 'by id';
  const root = rawSql(isByToken ? '(SELECT 1 AS n FROM viewer_token)' : '(SELECT 1 AS n)');
  const rows = joinSql(
    [
      ...(isByToken ? [tokenRowSql(width, by === 'by token, with memberships')] : []),
      ...levels.map((level) => level.output(width)),
    ],
    '\nUNION ALL ',
  );
  const own = levels.map((level) => level.definition(root, rootRows));
  const sets = [...viewerSetsSql(sql`${viewer}`), ...levelMapsSql];
  const token = sql`viewer_token AS MATERIALIZED (${validTokenSql(tokenSlots.hash, tokenSlots.now)})`;
  const tables = [...(isByToken ? [token] : []), ...tablesReadBy(own, sets), ...own];
  return numbered(sql`WITH RECURSIVE ${joinSql(tables, ',\n')}\n${rows}`, isByToken);
}

/** Turns the values of a statement into numbered parameters: a slot that comes again is one. */
function numbered({ strings, values }: Sql, isByToken: boolean): PlannedStatement {
  const distinct: unknown[] = [];
  const places = values.map((given) => {
    const value = viewerSlots.has(given) ? viewerSlot : given;
    if (isByToken && value === viewerSlot) return '(SELECT k.user_id FROM viewer_token k)';
    const known = value instanceof Slot ? distinct.indexOf(value) : -1;
    return `$${known >= 0 ? known + 1 : distinct.push(value)}`;
  });
  const text = strings.map((part, index) => (index === 0 ? part : `${places[index - 1]}${part}`));
  return { text: text.join(''), values: distinct };
}

/**
 * The statement that reads all levels once for many holders of tokens, each with a row that says
 * that they may see the rows by key. Null if anything else in it depends on the viewer.
 */
export function sharedStatementOf(levels: readonly PlanLevel[]): PlannedStatement | null {
  const width = Math.max(...levels.map((level) => level.width));
  const seeing = rawSql('(SELECT 1 AS n FROM seeing_users LIMIT 1)');
  const own = levels.map((level) => level.definition(seeing, 'unchecked'));
  const sets = [...viewerSetsSql(sql`${viewer}`), ...levelMapsSql];
  const isOfViewer = ({ values }: Sql) => values.some((value) => viewerSlots.has(value));
  if (own.some(isOfViewer) || tablesReadBy(own, sets).length > 0) return null;
  const conditions = levels.flatMap((level) => level.rootCondition(sql`holding.user_id`) ?? []);
  const { hashes, now } = holderSlots;
  const tables = [
    sql`holders AS MATERIALIZED (SELECT h.n, valid.*
      FROM unnest(${hashes}::text[]) WITH ORDINALITY h(hash, n)
      CROSS JOIN LATERAL (${validTokenSql(sql`h.hash`, now)}) valid)`,
    sql`seeing_users AS MATERIALIZED (SELECT holding.user_id
      FROM (SELECT DISTINCT h.user_id FROM holders h) holding
      WHERE ${joinSql([sql`TRUE`, ...conditions], ' AND ')})`,
  ];
  const rows = [
    sql`SELECT ${rawSql(`'${HOLDER_ROW}'`)}, h.n::text, CASE WHEN ${isUseToNoteSql(sql`h`, now)}
      THEN h.id END, ${rawSql(nulls(width + 1))}
    FROM holders h JOIN seeing_users s ON s.user_id = h.user_id`,
    ...levels.map((level) => level.output(width)),
  ];
  return numbered(
    sql`WITH RECURSIVE ${joinSql([...tables, ...own], ',\n')}\n${joinSql(rows, '\nUNION ALL ')}`,
    false,
  );
}

/**
 * Returns the tables, of some that name those before them, that others read: PostgreSQL sets up
 * every table that is named, even by one that nothing reads.
 */
function tablesReadBy(others: readonly Sql[], tables: readonly Sql[]): Sql[] {
  const texts = others.map((other) => other.sql);
  const read = tables.toReversed().filter((table) => {
    const [name = ''] = /^\w+/.exec(table.sql) ?? [];
    const isRead = texts.some((text) => text.includes(name));
    if (isRead) texts.push(table.sql);
    return isRead;
  });
  return read.toReversed();
}

/** Fills in the values of a statement for one run. */
export function statementFor({ text, values }: PlannedStatement, run: SlotValues) {
  return { text, values: values.map((value) => (value instanceof Slot ? value.read(run) : value)) };
}

function tokenRowSql(width: number, withMemberships: boolean): Sql {
  const memberships = withMemberships
    ? sql`(SELECT coalesce(json_agg(json_build_array(${membershipColumns})), '[]')
      FROM members m WHERE m.user_id = k.user_id AND NOT m.disabled)`
    : sql`'[]'::json`;
  return sql`SELECT ${rawSql(`'${TOKEN_ROW}'`)}, json_build_array(k.user_id, k.id,
    k.saml_provider_id, ${milliseconds('expires_at')}, ${milliseconds('last_used_at')},
    ${memberships})::text, ${rawSql(nulls(width + 2))}
  FROM viewer_token k`;
}

function nulls(length: number): string {
  return Array.from({ length }, () => 'NULL').join();
}

function milliseconds(column: string): Sql {
  return rawSql(`(extract(epoch FROM k.${column}) * 1000)::bigint`);
}

/** The token of a statement that was run by token; null if it is not valid. */
export function tokenOf([row]: readonly WireRow[]): {
  token: ValidToken;
  memberships: unknown[][];
} | null {
  if (row?.[0] !== TOKEN_ROW) return null;
  const [userId, id, samlProviderId, expiresAt, lastUsedAt, memberships] = JSON.parse(
    row[1] ?? '',
  ) as [string, string, string | null, number | null, number | null, unknown[][]];
  const token = {
    userId,
    id,
    samlProviderId,
    expiresAt: timeOf(expiresAt),
    lastUsedAt: timeOf(lastUsedAt),
  };
  return { token, memberships };
}

function timeOf(time: number | null): Date | null {
  return time === null ? null : new Date(time);
}

/** The holders of tokens who may see the rows of a shared statement, among those that it names. */
export interface SeeingHolders {
  /** Their indexes. */
  readonly indexes: ReadonlySet<number>;
  /** Ids of their tokens whose last use is to be noted. */
  readonly tokensToNote: readonly string[];
  /** All other rows. */
  readonly rows: readonly WireRow[];
}

/** Separates the rows of holders from the rows of a shared statement. */
export function holdersOf(all: readonly WireRow[]): SeeingHolders {
  const holders = all.filter(([level]) => level === HOLDER_ROW);
  return {
    indexes: new Set(holders.map(([, number]) => Number(number) - 1)),
    tokensToNote: [...new Set(holders.flatMap(([, , id]) => id ?? []))],
    rows: all.filter(([level]) => level !== HOLDER_ROW),
  };
}
