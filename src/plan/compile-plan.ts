import {
  getNamedType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLObjectType,
  type OperationDefinitionNode,
} from 'graphql';
import { getArgumentValues } from 'graphql/execution/values.js';
import { sql } from '../database/database.ts';
import { Slot, type SlotValues } from '../database/slot.ts';
import type { Connection } from '../pagination/connection.ts';
import { declarationsOf, type DeclaredOne } from '../pagination/declared-fields.ts';
import { pageRequest, type ConnectionArguments } from '../pagination/page-request.ts';
import type { Source } from '../pagination/source.ts';
import { Level, viewer, type Scope } from './levels.ts';
import type { OperationRun } from './operation-run.ts';
import type { Output } from './output.ts';
import { statementOf, type PlannedStatement, type StatementViewer } from './plan-statement.ts';
import { planConnection, type RowWriter } from './write-connection.ts';
import { leafWriter, RowMaker } from './row-values.ts';
import type { SelectedField, Selections } from './selections.ts';
import { writeResolved } from './write-values.ts';
import { NotPlanned } from './wire-values.ts';

/** Most levels of one statement: PostgreSQL takes longer to plan it with each. */
const LEVELS_MAX = 24;

/** An operation as it is run: the statement that reads its rows, and what writes them. */
export interface Plan {
  /** The statement, by whom it is run for. */
  readonly statement: (by: StatementViewer) => PlannedStatement;
  /** Whether it calls resolvers, to which the context says who the viewer is. */
  readonly callsResolvers: boolean;
  /** Characters of its statement. */
  readonly size: number;
  readonly write: (out: Output, run: OperationRun) => void;
}

export interface PlanRequest {
  readonly operation: OperationDefinitionNode;
  readonly root: GraphQLObjectType;
  readonly selections: Selections;
  /** The variables, coerced. Of cursors and of ids at the root only that they are there counts. */
  readonly variables: Record<string, unknown>;
  readonly pageSizeMax: number;
  /** The source of the nodes with an id of a kind; undefined where their types differ. */
  readonly nodeSourceOf: (id: string) => Source<object> | undefined;
}

/**
 * Plans the fields that declare what they are; all others are written by their resolvers.
 *
 * @returns null where nothing is declared
 * @throws AppError for arguments that are not valid, as their fields do
 */
export function compilePlan(request: PlanRequest): Plan | null {
  const compiler = new PlanCompiler(request);
  const { root, operation, selections } = request;
  const writers = selections
    .of(root, operation.selectionSet)
    .map((selected) => compiler.rootField(selected));
  const levels = compiler.levels;
  if (levels.length === 0) return null;
  const byId = statementOf(levels, 'by id');
  const statements = new Map<StatementViewer, PlannedStatement>([['by id', byId]]);
  return {
    statement(by) {
      let statement = statements.get(by);
      if (!statement) statements.set(by, (statement = statementOf(levels, by)));
      return statement;
    },
    callsResolvers: compiler.callsResolvers,
    size: byId.text.length,
    write(out, run) {
      out.text += '{"data":';
      writeMembers(out, writers, (write) => write(out, run, []));
      out.text += '}';
    },
  };
}

function writeMembers(
  out: Output,
  writers: readonly RowWriter[],
  call: (write: RowWriter) => void,
): void {
  let separator = '{';
  for (const write of writers) {
    out.text += separator;
    separator = ',';
    call(write);
  }
  out.text += separator === '{' ? '{}' : '}';
}

class PlanCompiler {
  readonly levels: Level[] = [];
  callsResolvers = false;
  readonly #request: PlanRequest;
  readonly #rowMakers = new Map<Scope, RowMaker>();
  #unit: Level | undefined;

  constructor(request: PlanRequest) {
    this.#request = request;
  }

  rootField(selected: SelectedField): RowWriter {
    const { prefix, field } = selected;
    const { root } = this.#request;
    if (!field) return constant(`${prefix}"${root.name}"`);
    const { root: declared, connection } = declarationsOf(field);
    if (connection?.of === null) {
      const unit = (this.#unit ??= this.#level({ kind: 'unit' }, null));
      const writer = this.#connection(unit, null, selected, field, connection);
      if (writer) {
        return (out, run) => {
          const [row] = run.page(unit.number, 1);
          if (row) writer(out, run, row);
        };
      }
    }
    const source = field.name === 'node' ? this.#nodeSource(selected, field) : declared?.source;
    if (source) return this.#root(selected, field, source, declared?.argument ?? 'id');
    this.callsResolvers = true;
    return (out, run) => {
      out.text += prefix;
      writeResolved(out, run, root, selected, field, undefined);
    };
  }

  /** One row by its key; null where there is none for the viewer. */
  #root(
    selected: SelectedField,
    field: GraphQLField<unknown, unknown>,
    source: Source<object>,
    argument: string,
  ): RowWriter {
    const type = this.#request.selections.schema.getType(source.type);
    if (!isObjectType(type) || isNonNullType(field.type)) throw new NotPlanned('An odd root.');
    const key = new Slot((run) => {
      const text = argumentOf(selected, field, run)[argument];
      // PostgreSQL knows no text with U+0000, so no row has such a key.
      return typeof text === 'string' && !text.includes('\0') ? text : '';
    });
    const level = this.#level({ kind: 'one', key }, source);
    const write = this.#object(level.base as Scope, type, selected);
    return (out, run) => {
      out.text += selected.prefix;
      const [row] = run.page(level.number, 1);
      if (row) write(out, run, row);
      else out.text += 'null';
    };
  }

  #nodeSource(selected: SelectedField, field: GraphQLField<unknown, unknown>) {
    const { id } = argumentOf(selected, field, this.#request);
    return typeof id === 'string' ? this.#request.nodeSourceOf(id) : undefined;
  }

  #level(rows: Level['rows'], source: Source<object> | null): Level {
    if (this.levels.length >= LEVELS_MAX) throw new NotPlanned('Too many levels.');
    const level = new Level(this.levels.length, rows, source);
    this.levels.push(level);
    return level;
  }

  #object(scope: Scope, type: GraphQLObjectType, parent: SelectedField): RowWriter {
    const fields = this.#request.selections.below(parent, type);
    const writers = fields.map((selected) => this.#field(scope, type, selected));
    return (out, run, row) => writeMembers(out, writers, (write) => write(out, run, row));
  }

  #field(scope: Scope, type: GraphQLObjectType, selected: SelectedField): RowWriter {
    const { prefix, field } = selected;
    if (!field) return constant(`${prefix}"${type.name}"`);
    const { one, connection, isBelowId } = declarationsOf(field);
    const list = isBelowId === true ? connection : undefined;
    return (
      this.#leaf(scope, type, selected, field) ??
      (one && this.#one(scope, selected, field, one)) ??
      (list && this.#connection(scope.level, scope, selected, field, list)) ??
      this.#resolved(scope, type, selected, field)
    );
  }

  /** A field that shows a column as it is. */
  #leaf(
    scope: Scope,
    type: GraphQLObjectType,
    { prefix }: SelectedField,
    field: GraphQLField<unknown, unknown>,
  ): RowWriter | undefined {
    const name = columnShown(type, field);
    if (name === undefined || !scope.source.fields.includes(name)) return undefined;
    const column = scope.column(name);
    const write = leafWriter(field.type, column.kind);
    if (!write) return undefined;
    return (out, _run, row) => {
      out.text += prefix + write(row[column.index] ?? null);
    };
  }

  #one(
    scope: Scope,
    selected: SelectedField,
    field: GraphQLField<unknown, unknown>,
    { source, key, visibleTo }: DeclaredOne,
  ): RowWriter | undefined {
    const type = getNamedType(field.type);
    if (!isObjectType(type) || isListType(field.type)) return undefined;
    const visible = visibleTo === 'viewer' ? source.visibleInLists(viewer) : sql`TRUE`;
    const joined = scope.level.join(scope, key, source, visible);
    const own = joined.column(source.keyField);
    const write = this.#object(joined, type, selected);
    const isNullable = !isNonNullType(field.type);
    return (out, run, row) => {
      out.text += selected.prefix;
      if (row[own.index] !== null) write(out, run, row);
      else if (isNullable) out.text += 'null';
      else throw new NotPlanned('A row that is gone.');
    };
  }

  #connection(
    level: Level,
    scope: Scope | null,
    selected: SelectedField,
    field: GraphQLField<unknown, unknown>,
    connection: Connection<object, object>,
  ): RowWriter | undefined {
    const args = argumentOf(selected, field, this.#request) as ConnectionArguments & object;
    if (!field.args.every((argument) => isPlain(argument, args))) return undefined;
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
      scope,
      readCursor: (run, side) => argumentOf(selected, field, run)[side] as string,
      addLevel: (list) => {
        const parentId = scope ? `c${scope.column('id').index}` : `''::text`;
        return this.#level({ kind: 'list', list, parent: level, parentId }, connection.source);
      },
      writeNode: (base, type, node) => this.#object(base, type, node),
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
    maker.require(declarationsOf(field).reads);
    return (out, run, row) => {
      out.text += selected.prefix;
      writeResolved(out, run, type, selected, field, maker.make(row));
    };
  }
}

function constant(text: string): RowWriter {
  return (out) => {
    out.text += text;
  };
}

function argumentOf(
  { nodes: [node] }: SelectedField,
  field: GraphQLField<unknown, unknown>,
  { variables }: Pick<SlotValues, 'variables'>,
): Record<string, unknown> {
  return getArgumentValues(field, node, variables);
}

/** The field of the row that a field of the graph shows as it is. */
function columnShown(
  type: GraphQLObjectType,
  { name, extensions }: GraphQLField<unknown, unknown>,
): string | undefined {
  if (name === 'id' && type.getInterfaces().some((implemented) => implemented.name === 'Node')) {
    return 'id';
  }
  return extensions['pothosExposedField'] as string | undefined;
}

/** Whether an argument needs no check of its own, or is not there. */
function isPlain(
  { name, extensions }: GraphQLField<unknown, unknown>['args'][number],
  args: object,
): boolean {
  const options = extensions['pothosOptions'] as { validate?: unknown } | undefined;
  return options?.validate === undefined || (args as Record<string, unknown>)[name] == null;
}
