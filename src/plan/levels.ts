import { emptySql, joinSql, rawSql, sql, type Sql } from '../database/database.ts';
import { viewerOfLiveSlot, viewerOfOneSlot, viewerSlot, type Slot } from '../database/slot.ts';
import { beyondSql, conditions, orderBySql, type Connection } from '../pagination/connection.ts';
import { tableOf, type Source } from '../pagination/source.ts';
import type { ListPlan } from './list-plan.ts';
import { NotPlanned, type WireKind } from './wire-values.ts';

/**
 * A row of the statement: the number of its level, the number of its parent's row, its place on the
 * page (from 1), its own number, and the columns of its level.
 */
export type WireRow = (string | null)[];

/** Index of the first column of a level in a `WireRow`. */
const COLUMNS_FROM = 4;

/** The viewer, wherever a condition names them by their id. */
export const viewer = viewerSlot as unknown as string;

/** The same to conditions that are asked of one row only. */
const viewerOfOne = viewerOfOneSlot as unknown as string;

/**
 * The rows by key that a statement finds: those that the viewer sees while no space is deleted, or
 * all. The rule for what is in deleted spaces costs more than the rest of a small statement, even
 * if it is asked of no row. Unchecked rows are found whoever sees them: something else checks that.
 */
export type RootRows = 'live' | 'all' | 'unchecked';

/** The viewer in conditions of the rows by key. */
const viewersOf: Readonly<Record<RootRows, string>> = {
  live: viewerOfLiveSlot as unknown as string,
  all: viewer,
  unchecked: viewer,
};

/** Prisma's types by how they travel; all others travel as JSON. */
const wireKinds: Readonly<Record<string, WireKind>> = {
  String: 'text',
  Int: 'number',
  Float: 'number',
  Boolean: 'boolean',
  DateTime: 'date',
};

/** A column that a level selects, and its index in a `WireRow`. */
export interface Column {
  readonly index: number;
  readonly kind: WireKind;
}

type ParentFlag = NonNullable<Connection<object, object>['parentFlag']>;

/** Rows of one source inside a level: those of its list, or those that these point to. */
export class Scope {
  readonly level: PlanLevel;
  readonly alias: string;
  readonly source: Source<object>;
  /** Whether the viewer is known to see the rows, which history shows to everybody. */
  readonly isVisible: boolean;
  readonly #columns = new Map<string, Column>();
  readonly #flags = new Map<ParentFlag, number>();
  readonly #given = new Map<string, Sql>();

  constructor(level: PlanLevel, alias: string, source: Source<object>, isVisible: boolean) {
    this.level = level;
    this.alias = alias;
    this.source = source;
    this.isVisible = isVisible;
  }

  /** The values of some fields, joined by blanks, where the rows are read. */
  key(fields: readonly string[]): Sql {
    return this.#key(fields, `${this.alias}.`);
  }

  /**
   * Returns the columns of the rows as parents of a list: their id, and the flag that it reads.
   *
   * @param place whether the rows are being read, or those of the level are there
   */
  asParents(
    fields: readonly string[],
    connection: Connection<object, object>,
    place: 'while read' | 'on level',
  ): Sql {
    const prefix = place === 'on level' ? '' : `${this.alias}.`;
    const id = sql`${this.#key(fields, prefix)} AS id`;
    if (!connection.parentFlag || !this.showsRowsOf(connection)) return id;
    let index = this.#flags.get(connection.parentFlag);
    if (index === undefined) {
      index = this.level.newColumn();
      this.#flags.set(connection.parentFlag, index);
    }
    return sql`${id}, ${rawSql(`${prefix}c${index}`)} AS flag`;
  }

  /** Whether the viewer is known to see the rows, which are the parents that a list is below. */
  showsRowsOf({ parentFlag }: Connection<object, object>): boolean {
    return this.isVisible && (!parentFlag || parentFlag.type === this.source.type);
  }

  #key(fields: readonly string[], prefix: string): Sql {
    const columns = fields.map((field) => `${prefix}c${this.column(field).index}`);
    return rawSql(columns.join(" || ' ' || "));
  }

  /** Selects a value in place of that of a field, which was not selected yet. */
  give(field: string, value: Sql): void {
    this.#given.set(field, value);
  }

  /** The column of a field, selected from now on. */
  column(field: string): Column {
    const known = this.#columns.get(field);
    if (known) return known;
    const stored = this.source.storedTypeOf(field);
    if (stored === 'Bytes') throw new NotPlanned('Bytes are not planned.');
    const column = {
      index: this.level.newColumn(),
      kind: (stored !== undefined && wireKinds[stored]) || 'json',
    } as const;
    this.#columns.set(field, column);
    return column;
  }

  /** Returns the selected columns of the table `t`. */
  selected(rootRows: RootRows): Sql {
    const selected = [...this.#columns].map(([field, { index, kind }]) => {
      // A single row is asked by itself: maps of all levels of the viewer would take longer.
      const reader = this.level.rows.kind === 'one' ? viewerOfOne : viewer;
      const value = this.#given.get(field) ?? this.source.read(field, reader);
      const text = kind === 'json' ? sql`to_json(${value})` : value;
      return sql`${text} AS ${nameOf(index)}`;
    });
    const asked = sql`${this.level.viewerOf(rootRows)}`;
    const flags = [...this.#flags].map(
      ([{ condition }, index]) => sql`${condition(asked)} AS ${nameOf(index)}`,
    );
    const all = [...selected, ...flags];
    return joinSql(all.length > 0 ? all : [sql`1`]);
  }
}

/** The SQL name of a column. */
function nameOf(index: number): Sql {
  return rawSql(`c${index}`);
}

/** Kind of the rows of a level: one row with a key, a page of a list, or a single empty row. */
type Rows =
  | { kind: 'unit' }
  | { kind: 'one'; key: Slot; visibleTo: 'viewer' | 'everybody'; isAlternative?: boolean }
  | { kind: 'list'; list: ListPlan; parent: PlanLevel; parents: Sql };

/** One level of a planned operation: all rows that one place of the selection shows. */
export class PlanLevel {
  readonly number: number;
  readonly rows: Rows;
  readonly base: Scope | null;
  /** Whether the row behind the page is read, too, which shows that the list continues. */
  readsFarEdge = false;
  readonly #joins: { scope: Scope; on: Sql }[] = [];
  readonly #extras: { index: number; value: Sql }[] = [];
  #width = 0;

  constructor(number: number, rows: Rows, source: Source<object> | null) {
    this.number = number;
    this.rows = rows;
    const isVisible = rows.kind !== 'one' || rows.visibleTo === 'viewer';
    this.base = source && new Scope(this, 'r', source, isVisible);
  }

  get width(): number {
    return this.#width;
  }

  newColumn(): number {
    return COLUMNS_FROM + this.#width++;
  }

  /**
   * Rows of another source that belong to those of a scope, one to each at most.
   *
   * @param on true for the row `t` that belongs to one
   */
  join(source: Source<object>, on: Sql, isVisible: boolean): Scope {
    const scope = new Scope(this, `j${this.#joins.length}`, source, isVisible);
    this.#joins.push({ scope, on });
    return scope;
  }

  /** Adds a column with the number of rows of a list below each row of a scope. */
  count(parent: Sql, list: ListPlan): Column {
    return this.#extra(
      parent,
      list,
      [],
      (condition, table) => sql`
      (SELECT count(*) FROM ${table} WHERE ${condition})`,
    );
  }

  /**
   * Adds a column that is true if a list has rows beyond a cursor, below each row of a scope.
   */
  exists(parent: Sql, list: ListPlan, side: 'after' | 'before'): Column {
    const values = list[side === 'after' ? 'before' : 'after'] ?? [];
    const rows = { source: list.connection.source, order: list.order, viewerId: viewer };
    const beyond = beyondSql(rows, values, side, 'inclusive');
    return this.#extra(
      parent,
      list,
      [beyond],
      (condition, table) => sql`
      EXISTS (SELECT FROM ${table} WHERE ${condition})`,
    );
  }

  #extra(
    parent: Sql,
    { connection, args, below }: ListPlan,
    further: readonly Sql[],
    ask: (condition: Sql, table: Sql) => Sql,
  ): Column {
    const condition = joinSql(
      [...conditions(connection, args, viewer, below), ...further],
      ' AND ',
    );
    const table = sql`(SELECT ${parent}) p, ${tableOf(connection.source)}`;
    const index = this.newColumn();
    this.#extras.push({ index, value: ask(condition, table) });
    return { index, kind: 'number' };
  }

  /**
   * The level as a common table expression.
   *
   * @param root the one row that the levels of the root are below
   */
  definition(root: Sql, rootRows: RootRows): Sql {
    const names = Array.from({ length: this.#width }, (_, offset) => COLUMNS_FROM + offset);
    const extras = new Map(this.#extras.map(({ index, value }) => [index, value]));
    const columns = names.map((index) => {
      const extra = extras.get(index);
      if (!extra) return nameOf(index);
      const value = this.readsFarEdge ? sql`CASE WHEN ${this.#isOnPage} THEN ${extra} END` : extra;
      return sql`${value} AS ${nameOf(index)}`;
    });
    const further = this.readsFarEdge ? sql` AND ${this.#isOnPage}` : emptySql;
    const joins = this.#joins.map(
      ({ scope, on }) => sql`
    LEFT JOIN LATERAL (SELECT ${scope.selected(rootRows)} FROM ${tableOf(scope.source)} WHERE ${on}${further})
      ${rawSql(scope.alias)} ON TRUE`,
    );
    return sql`${rawSql(`l${this.number}`)} AS MATERIALIZED (
  SELECT ${joinSql([sql`p.n AS pn`, sql`r.i`, sql`${this.#rowNumber} AS n`, ...columns])}
  FROM ${this.#parents(root)} p CROSS JOIN LATERAL (${this.#rows(rootRows)}) r ${
    joins.length > 0 ? joinSql(joins, ' ') : rawSql('')
  })`;
  }

  /** The rows of the level as the statement returns them, filled up to the widest level. */
  output(width: number): Sql {
    const own = Array.from(
      { length: this.#width },
      (_, offset) => `c${COLUMNS_FROM + offset}::text`,
    );
    const none = Array.from({ length: width - this.#width }, () => 'NULL');
    return rawSql(
      `SELECT ${[`'${this.number}'`, 'pn::text', 'i::text', 'n::text', ...own, ...none].join()} FROM l${this.number}`,
    );
  }

  /** The number of a row on the level: its place on the page where there is one page. */
  get #rowNumber(): Sql {
    const { rows } = this;
    const isOnePage = rows.kind !== 'list' || rows.parent.rows.kind !== 'list';
    return rawSql(isOnePage ? 'r.i' : 'row_number() OVER ()');
  }

  #parents(root: Sql): Sql {
    if (this.rows.kind !== 'list') return root;
    const { parent, parents } = this.rows;
    // Nothing is read below the row behind a page.
    const isOnPage = parent.readsFarEdge ? ` WHERE i <= ${parent.size}` : '';
    return sql`(SELECT n, ${parents} FROM ${rawSql(`l${parent.number}${isOnPage}`)})`;
  }

  /** True for a row on the page: nothing is read for the one behind it. */
  get #isOnPage(): Sql {
    return rawSql(`r.i <= ${this.size}`);
  }

  /** Maximum number of rows of a page. */
  get size(): number {
    return this.rows.kind === 'list' ? this.rows.list.request.size : 1;
  }

  /** The viewer in the conditions of its rows. */
  viewerOf(rootRows: RootRows): string {
    const { rows } = this;
    return rows.kind === 'one' && rows.visibleTo === 'viewer' ? viewersOf[rootRows] : viewer;
  }

  /** True if its row may be missing from the rows of live spaces, being in a deleted one. */
  get mayBeDeleted(): boolean {
    const { base, rows } = this;
    // Of alternatives, all but one are missing.
    if (rows.kind === 'one' && rows.isAlternative === true) return false;
    const [live, all] = (['live', 'all'] as const).map(
      (rootRows) => base?.source.visibleInLists(this.viewerOf(rootRows)).sql,
    );
    return live !== all;
  }

  /** The condition under which a user sees its row by key; null if everybody does, or for lists. */
  rootCondition(userId: Sql): Sql | null {
    const { base, rows } = this;
    if (!base || rows.kind !== 'one' || rows.visibleTo !== 'viewer') return null;
    const key = rawSql(`t.${base.source.keyField}`);
    const visible = base.source.visible(userId as unknown as string);
    return sql`EXISTS (SELECT FROM ${tableOf(base.source)} WHERE ${key} = ${rows.key} AND ${visible})`;
  }

  #rows(rootRows: RootRows): Sql {
    const { base, rows } = this;
    if (!base || rows.kind === 'unit') return rawSql('SELECT 1 AS i');
    const from = sql`SELECT ${base.selected(rootRows)} FROM ${tableOf(base.source)}`;
    if (rows.kind === 'one') {
      const key = rawSql(`t.${base.source.keyField}`);
      const visible =
        rows.visibleTo === 'viewer' && rootRows !== 'unchecked'
          ? sql` AND ${base.source.visibleInLists(this.viewerOf(rootRows))}`
          : emptySql;
      return sql`SELECT q.*, 1 AS i FROM (${from} WHERE ${key} = ${rows.key}${visible}) q`;
    }
    const { connection, args, below, order, request, after, before } = rows.list;
    const ordered = { source: connection.source, order, viewerId: viewer };
    const where = joinSql(
      [
        ...conditions(connection, args, viewer, below),
        ...(after ? [beyondSql(ordered, after, 'after')] : []),
        ...(before ? [beyondSql(ordered, before, 'before')] : []),
      ],
      ' AND ',
    );
    const orderBy = orderBySql(ordered, order.descending !== request.backward);
    const limit = rawSql(String(this.readsFarEdge ? this.size + 1 : this.size));
    return sql`SELECT q.*, row_number() OVER () AS i FROM (${from}
      WHERE ${where} ORDER BY ${orderBy} LIMIT ${limit}) q`;
  }
}
