import {
  isObjectType,
  type GraphQLField,
  type GraphQLObjectType,
  type OperationDefinitionNode,
} from 'graphql';
import { Slot, viewerSlot } from '../database/slot.ts';
import { declarationsOf, type DeclaredRoot } from '../pagination/declared-fields.ts';
import type { Source } from '../pagination/source.ts';
import { argumentsOf, keyArgument } from './field-arguments.ts';
import type { PlannedMutation } from './compile-mutation.ts';
import type { PlanLevel, RootRows, Scope, WireRow } from './levels.ts';
import type { OperationRun } from './operation-run.ts';
import type { Output } from './output.ts';
import {
  sharedStatementOf,
  statementOf,
  type PlannedStatement,
  type StatementViewer,
} from './plan-statement.ts';
import { RowCompiler, type RowsRequest } from './row-compiler.ts';
import { objectWriter, textWriter, writeNull, type Writer } from './row-writer.ts';
import type { SelectedField } from './selections.ts';
import { NotPlanned } from './wire-values.ts';
import { writeResolved } from './write-values.ts';

/** An operation as it is run: the statement that reads its rows, and what writes them. */
export interface Plan {
  /** The statement, by whom it is run for. */
  readonly statement: (by: StatementViewer, rootRows: RootRows) => PlannedStatement;
  /** The statement for many holders of tokens; null if its rows depend on which of them it is. */
  readonly sharedStatement: () => PlannedStatement | null;
  /** Tells whether rows of the statement for live roots are all that the one for all returns. */
  readonly isComplete: (rows: readonly WireRow[]) => boolean;
  /** Whether it calls resolvers, to which the context says who the viewer is. */
  readonly callsResolvers: boolean;
  /** The mutation whose response it reads; undefined for queries. */
  readonly mutation?: PlannedMutation;
  /** Characters of its statement. */
  readonly size: number;
  readonly write: (out: Output, run: OperationRun) => void;
}

export interface PlanRequest extends RowsRequest {
  readonly operation: OperationDefinitionNode;
  readonly root: GraphQLObjectType;
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
  const compiler = new RootCompiler(request);
  const { root, operation, selections } = request;
  const shape = selections.ofRoot(root, operation.selectionSet);
  const write = objectWriter(shape, (selected) => compiler.field(selected));
  return compiler.rows.levels.length === 0 ? null : planOf(compiler.rows, write);
}

/** Returns the plan that reads the levels of some rows. */
export function planOf({ levels, callsResolvers }: RowCompiler, write: Writer<null>): Plan {
  const statements = new Map<string, PlannedStatement>();
  const statement: Plan['statement'] = (by, rootRows) => {
    const key = `${rootRows} ${by}`;
    let known = statements.get(key);
    if (!known) statements.set(key, (known = statementOf(levels, by, rootRows)));
    return known;
  };
  let shared: PlannedStatement | null | undefined;
  const numbers = levels.filter((level) => level.mayBeDeleted).map(({ number }) => `${number}`);
  return {
    statement,
    sharedStatement: () => (shared === undefined ? (shared = sharedStatementOf(levels)) : shared),
    isComplete: (rows) => numbers.every((number) => rows.some(([level]) => level === number)),
    callsResolvers,
    size: statement('by id', 'all').text.length,
    write: (out, run) => write(out, run, null),
  };
}

class RootCompiler {
  readonly rows: RowCompiler;
  readonly #request: PlanRequest;
  #unit: PlanLevel | undefined;

  constructor(request: PlanRequest) {
    this.#request = request;
    this.rows = new RowCompiler(request);
  }

  field(selected: SelectedField): Writer<null> {
    const { prefix, field } = selected;
    const { root } = this.#request;
    if (!field) return textWriter(`${prefix}"${root.name}"`);
    const { root: declared, connection } = declarationsOf(field);
    if (connection?.of === null) {
      const unit = (this.#unit ??= this.rows.level({ kind: 'unit' }, null));
      const writer = this.rows.connection(unit, null, selected, field, connection);
      if (writer) {
        return (out, run) => {
          const [row] = run.page(unit.number, 1);
          if (row) writer(out, run, row);
        };
      }
    }
    const known = field.name === 'node' ? this.#nodeRoot(selected, field) : declared;
    if (known) return this.#root(selected, field, known);
    this.rows.callsResolvers = true;
    return (out, run) => writeResolved(out, run, root, selected, field, undefined);
  }

  /** One row by its key; null where there is none for the viewer. */
  #root(
    selected: SelectedField,
    field: GraphQLField<unknown, unknown>,
    { source, argument }: DeclaredRoot,
  ): Writer<null> {
    const type = this.#request.selections.schema.getType(source.type);
    if (!isObjectType(type)) throw new NotPlanned('An odd root.');
    const key =
      argument === null
        ? viewerSlot
        : new Slot((run) => keyArgument(selected, field, argument, run));
    const level = this.rows.level({ kind: 'one', key, visibleTo: 'viewer' }, source);
    const write = this.rows.object(level.base as Scope, type, selected);
    return (out, run) => {
      const [row] = run.page(level.number, 1);
      if (row) {
        out.text += selected.prefix;
        write(out, run, row);
      } else {
        writeNull(out, run, selected);
      }
    };
  }

  #nodeRoot(
    selected: SelectedField,
    field: GraphQLField<unknown, unknown>,
  ): DeclaredRoot | undefined {
    const { id } = argumentsOf(selected, field, this.#request);
    const source = typeof id === 'string' ? this.#request.nodeSourceOf(id) : undefined;
    return source && { source, argument: 'id' };
  }
}
