import { getNullableType, isObjectType, type GraphQLField, type GraphQLObjectType } from 'graphql';
import { emptySql, rawSql, sql, type Sql } from '../database/database.ts';
import { Slot } from '../database/slot.ts';
import type { Connection } from '../pagination/connection.ts';
import {
  declarationsOf,
  type Declarations,
  type DeclaredChild,
  type DeclaredOne,
} from '../pagination/declared-fields.ts';
import { pageRequest, type ConnectionArguments } from '../pagination/page-request.ts';
import { column, type Source } from '../pagination/source.ts';
import { areUnchecked, argumentsOf, keyArgument } from './field-arguments.ts';
import { PlanLevel, viewer, type Scope } from './levels.ts';
import { planList, type ListPlan } from './list-plan.ts';
import { rowWriter, textWriter, writeNull, type RowMember, type RowWriter } from './row-writer.ts';
import { columnMember, RowMaker } from './row-values.ts';
import { addressWriter, sharedWriter } from './text-writers.ts';
import type { SelectedField, Selections } from './selections.ts';
import { NotPlanned } from './wire-values.ts';
import { planConnection } from './write-connection.ts';
import { writeResolved } from './write-values.ts';

/** Most levels of one statement: PostgreSQL takes longer to plan it with each. */
const LEVELS_MAX = 24;

export interface RowsRequest {
  readonly selections: Selections;
  /** The variables, coerced. Of cursors and of what names a row only that they are there counts. */
  readonly variables: Record<string, unknown>;
  readonly pageSizeMax: number;
}

/** A list whose arguments select no page. */
const noPage = { backward: false, after: undefined, before: undefined };

/** The parent of the lists of the root. */
const noParent = rawSql("''::text AS id");

/** Plans the fields of rows by what they declare: the levels to read, and how they are written. */
export class RowCompiler {
  readonly levels: PlanLevel[] = [];
  /** Whether any field is written by its resolver, which gets the context of the request. */
  callsResolvers = false;
  readonly #request: RowsRequest;
  readonly #rowMakers = new Map<Scope, RowMaker>();

  constructor(request: RowsRequest) {
    this.#request = request;
  }

  /** @throws NotPlanned where there are too many */
  level(rows: PlanLevel['rows'], source: Source<object> | null): PlanLevel {
    if (this.levels.length >= LEVELS_MAX) throw new NotPlanned('Too many levels.');
    const level = new PlanLevel(this.levels.length, rows, source);
    this.levels.push(level);
    return level;
  }

  /** Writes a row as an object of a type. */
  object(scope: Scope, type: GraphQLObjectType, parent: SelectedField): RowWriter {
    const shape = this.#request.selections.below(parent, type);
    return rowWriter(shape, (selected) => this.#field(scope, type, selected));
  }

  #field(scope: Scope, type: GraphQLObjectType, selected: SelectedField): RowMember {
    const { prefix, field } = selected;
    if (!field) return textWriter(`${prefix}"${type.name}"`);
    const declared = declarationsOf(field);
    const { connection, parentKey } = declared;
    return (
      this.#leaf(scope, selected, field, columnShown(type, field)) ??
      (declared.address && addressWriter(scope, selected, declared.address)) ??
      (declared.sameRow && this.#sameRow(scope, selected, field, declared.sameRow)) ??
      (declared.one && this.#one(scope, selected, field, declared.one)) ??
      (declared.child && this.#child(scope, selected, field, declared.child)) ??
      (declared.first && this.#first(scope, selected, field, declared.first)) ??
      (declared.count && this.#count(scope, selected, field, declared)) ??
      (connection &&
        parentKey &&
        this.connection(scope.level, { scope, parentKey }, selected, field, connection)) ??
      this.#resolved(scope, type, selected, field)
    );
  }

  /** A field that shows a column as it is. */
  #leaf(
    scope: Scope,
    selected: SelectedField,
    field: GraphQLField<unknown, unknown>,
    name: string | undefined,
  ): RowMember | undefined {
    if (name === undefined || !scope.source.fields.includes(name)) return undefined;
    // With arguments it may be something else.
    if (field.args.length > 0 && this.#hasArguments(selected, field)) return undefined;
    const { format } = this.#request.selections;
    return columnMember(selected, field.type, scope.column(name), format);
  }

  #sameRow(
    scope: Scope,
    selected: SelectedField,
    field: GraphQLField<unknown, unknown>,
    { unlessNull }: NonNullable<Declarations['sameRow']>,
  ): RowWriter | undefined {
    const type = objectTypeOf(field);
    // With arguments it is more than the row.
    if (!type || this.#hasArguments(selected, field)) return undefined;
    const write = this.object(scope, type, selected);
    const condition = unlessNull === undefined ? undefined : scope.column(unlessNull);
    return (out, run, row) => {
      if (condition && row[condition.index] === null) {
        writeNull(out, run, selected);
      } else {
        out.text += selected.prefix;
        write(out, run, row);
      }
    };
  }

  #one(
    scope: Scope,
    selected: SelectedField,
    field: GraphQLField<unknown, unknown>,
    { source, key, visibleTo }: DeclaredOne,
  ): RowMember | undefined {
    // With arguments it is another row.
    if (this.#hasArguments(selected, field)) return undefined;
    const visible = visibleTo === 'viewer' ? sql` AND ${source.visibleInLists(viewer)}` : emptySql;
    const on = sql`${column(source.keyField)} = ${scope.key([key])}${visible}`;
    const isVisible = visibleTo === 'viewer' || (visibleTo !== 'everybody' && scope.isVisible);
    return this.#joined(scope, selected, field, { source, on, isVisible });
  }

  #hasArguments(selected: SelectedField, field: GraphQLField<unknown, unknown>): boolean {
    const args = argumentsOf(selected, field, this.#request);
    return Object.values(args).some((value) => value != null);
  }

  #child(
    scope: Scope,
    selected: SelectedField,
    field: GraphQLField<unknown, unknown>,
    { source, argument, matches }: DeclaredChild,
  ): RowMember | undefined {
    const key = new Slot((run) => keyArgument(selected, field, argument, run));
    const on = sql`${matches(sql`${key}`, scope.key(['id']))} AND ${source.visibleInLists(viewer)}`;
    return this.#joined(scope, selected, field, { source, on, isVisible: true });
  }

  /** The row that is joined to each row of a scope, or its key. */
  #joined(
    scope: Scope,
    selected: SelectedField,
    field: GraphQLField<unknown, unknown>,
    { source, on, isVisible }: { source: Source<object>; on: Sql; isVisible: boolean },
  ): RowMember | undefined {
    const joined = scope.level.join(source, on, isVisible);
    const type = objectTypeOf(field);
    if (!type) return this.#leaf(joined, selected, field, source.keyField);
    const own = joined.column(source.keyField);
    const write = this.object(joined, type, selected);
    return (out, run, row) => {
      if (row[own.index] === null) {
        writeNull(out, run, selected);
      } else {
        out.text += selected.prefix;
        write(out, run, row);
      }
    };
  }

  /** The first row of a list. */
  #first(
    scope: Scope,
    selected: SelectedField,
    field: GraphQLField<unknown, unknown>,
    connection: Connection<object, object>,
  ): RowWriter | undefined {
    const type = objectTypeOf(field);
    if (!type) return undefined;
    const request = { size: 1, ...noPage };
    const list = planList(
      { connection, args: {}, below: belowOf(scope, connection), request },
      () => '',
    );
    const parents = scope.asParents(['id'], connection, 'on level');
    const rows = { kind: 'list', list, parent: scope.level, parents } as const;
    const level = this.level(rows, connection.source);
    const write = this.object(level.base as Scope, type, selected);
    return (out, run, row) => {
      const [first] = run.page(level.number, Number(row[3]));
      if (first) {
        out.text += selected.prefix;
        write(out, run, first);
      } else {
        writeNull(out, run, selected);
      }
    };
  }

  #count(
    scope: Scope,
    selected: SelectedField,
    field: GraphQLField<unknown, unknown>,
    { count: connection, parentKey = ['id'] }: Declarations,
  ): RowWriter | undefined {
    if (!connection) return undefined;
    const args = argumentsOf(selected, field, this.#request);
    const request = { size: 0, ...noPage };
    const list = planList(
      { connection, args, below: belowOf(scope, connection), request },
      () => '',
    );
    const parent = scope.asParents(parentKey, connection, 'while read');
    const { index } = scope.level.count(parent, list);
    return (out, _run, row) => {
      out.text += selected.prefix + (row[index] ?? '0');
    };
  }

  /** Writes a page of a list; undefined where only its resolver can. */
  connection(
    level: PlanLevel,
    parent: { scope: Scope; parentKey: readonly string[] } | null,
    selected: SelectedField,
    field: GraphQLField<unknown, unknown>,
    connection: Connection<object, object>,
  ): RowWriter | undefined {
    const args = argumentsOf(selected, field, this.#request) as ConnectionArguments & object;
    if (!areUnchecked(field, args)) return undefined;
    const { first, last, after, before, ...own } = args;
    const request = pageRequest({ first, last, after, before }, this.#request.pageSizeMax);
    return planConnection({
      selections: this.#request.selections,
      selected,
      field,
      connection,
      args: own,
      request,
      level,
      parent: parent?.scope.asParents(parent.parentKey, connection, 'while read') ?? noParent,
      below: parent ? belowOf(parent.scope, connection) : 'a visible parent',
      readCursor: (run, side) => argumentsOf(selected, field, run)[side] as string,
      addLevel: (list) => {
        const parents =
          parent?.scope.asParents(parent.parentKey, connection, 'on level') ?? noParent;
        return this.level({ kind: 'list', list, parent: level, parents }, connection.source);
      },
      writeNode: (base, type, node) => this.object(base, type, node),
    });
  }

  /** A field with a resolver of its own, which gets the row as the loaders make it. */
  #resolved(
    scope: Scope,
    type: GraphQLObjectType,
    selected: SelectedField,
    field: GraphQLField<unknown, unknown>,
  ): RowWriter {
    let rows = this.#rowMakers.get(scope);
    if (!rows) this.#rowMakers.set(scope, (rows = new RowMaker(scope)));
    const maker = rows;
    this.callsResolvers = true;
    const { reads, readsAlso, isShared } = declarationsOf(field);
    maker.require(reads, readsAlso);
    const write: RowWriter = (out, run, row) => {
      writeResolved(out, run, type, selected, field, maker.make(row));
    };
    return isShared === true ? sharedWriter(scope, selected, reads ?? [], write) : write;
  }
}

/** The type of a field that is an object, not a list. */
function objectTypeOf({ type }: GraphQLField<unknown, unknown>): GraphQLObjectType | undefined {
  const nullable = getNullableType(type);
  return isObjectType(nullable) ? nullable : undefined;
}

function belowOf(scope: Scope, connection: Connection<object, object>): ListPlan['below'] {
  return scope.showsRowsOf(connection) ? 'a visible parent' : 'any parent';
}

/** The field of the row that a field of the graph shows as it is. */
function columnShown(
  type: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
): string | undefined {
  const { name, extensions } = field;
  if (name === 'id' && type.getInterfaces().some((implemented) => implemented.name === 'Node')) {
    return 'id';
  }
  return declarationsOf(field).shows ?? (extensions['pothosExposedField'] as string | undefined);
}
