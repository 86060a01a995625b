import {
  getNullableType,
  isObjectType,
  isUnionType,
  OperationTypeNode,
  type GraphQLField,
  type GraphQLObjectType,
} from 'graphql';
import type { Context } from '../context.ts';
import { sql } from '../database/database.ts';
import { Slot } from '../database/slot.ts';
import {
  declarationsOf,
  type DeclaredOne,
  type DeclaredPayloadRow,
} from '../pagination/declared-fields.ts';
import { planOf, type Plan, type PlanRequest } from './compile-plan.ts';
import type { Scope } from './levels.ts';
import type { OperationRun } from './operation-run.ts';
import type { Output } from './output.ts';
import type { Payload } from './payload-read.ts';
import { RowCompiler } from './row-compiler.ts';
import { objectWriter, textWriter, type Writer } from './row-writer.ts';
import type { SelectedField } from './selections.ts';
import { NotPlanned } from './wire-values.ts';
import { writeResolved } from './write-values.ts';

/** The root field of a planned mutation. */
export interface PlannedMutation {
  readonly root: GraphQLObjectType;
  readonly selected: SelectedField;
  readonly field: GraphQLField<unknown, unknown>;
  /** The members of the payload that identify the rows to read: of each list, one does. */
  readonly keys: readonly (readonly string[])[];
}

/**
 * Plans the response of a mutation: rows that the payload identifies, as its fields declare. All
 * other fields of the payload are written by their resolvers.
 *
 * @returns null for several mutations, and where nothing is declared
 */
export function compileMutation({
  root,
  operation,
  selections,
  ...request
}: PlanRequest): Plan | null {
  const shape = selections.ofRoot(root, operation.selectionSet);
  const [selected, ...others] = shape.fields.filter(({ field }) => field !== null);
  const { field } = selected ?? {};
  const type = field && getNullableType(field.type);
  if (!selected || !field || !isObjectType(type) || others.length > 0) return null;
  const compiler = new PayloadCompiler(new RowCompiler({ selections, ...request }), type);
  const writePayload = objectWriter(selections.below(selected, type), (below) =>
    compiler.field(below),
  );
  // Who gets an event must see its row, whether anything of it is selected or not.
  const isEvent = operation.operation === OperationTypeNode.SUBSCRIPTION;
  const requireRow = isEvent && compiler.keys.length === 0 ? compiler.requireRow() : null;
  if (compiler.keys.length === 0) return null;
  const write = objectWriter<null>(shape, ({ prefix, ...one }) =>
    one.field === null
      ? textWriter(`${prefix}"${root.name}"`)
      : (out, run) => {
          requireRow?.(run);
          out.text += prefix;
          writePayload(out, run, run.payload ?? {});
        },
  );
  const mutation = { root, selected, field, keys: compiler.keys };
  return { ...planOf(compiler.rows, write), mutation };
}

/** Compiles the fields of a payload. */
class PayloadCompiler {
  readonly rows: RowCompiler;
  readonly keys: (readonly string[])[] = [];
  readonly #type: GraphQLObjectType;

  constructor(rows: RowCompiler, type: GraphQLObjectType) {
    this.rows = rows;
    this.#type = type;
  }

  field(selected: SelectedField): Writer<Payload> {
    const { prefix, field } = selected;
    if (!field) return textWriter(`${prefix}"${this.#type.name}"`);
    const { one, shows, payloadRows = one ? [payloadRowOf(one)] : [] } = declarationsOf(field);
    const type = getNullableType(field.type);
    const types = isUnionType(type) ? type.getTypes() : isObjectType(type) ? [type] : [];
    const writers = payloadRows.map((row) => {
      const shown = types.find(({ name }) => name === row.source.type);
      return shown && this.#row(selected, shown, row, payloadRows.length > 1);
    });
    if (writers.length > 0) return this.#firstOf(writers, payloadRows);
    // What shows a member of the payload asks for no viewer.
    this.rows.callsResolvers ||= shows === undefined;
    return (out, run, payload) => writeResolved(out, run, this.#type, selected, field, payload);
  }

  /** Reads the row of the payload, without writing it. Returns a check that it was found. */
  requireRow(): ((run: OperationRun) => void) | null {
    const [row] = Object.values(this.#type.getFields()).flatMap(
      (field) => declarationsOf(field).payloadRows ?? [],
    );
    if (!row) return null;
    const { source, key: member, visibleTo } = row;
    const { number } = this.rows.level({ kind: 'one', key: memberSlot(member), visibleTo }, source);
    this.keys.push([member]);
    return (run) => {
      if (run.page(number, 1).length === 0) throw new NotPlanned('The row of an event is missing.');
    };
  }

  /** Writes the row whose key is in the payload. */
  #firstOf(
    writers: readonly (RowWriterOfPayload | undefined)[],
    rows: readonly DeclaredPayloadRow[],
  ): Writer<Payload> {
    const keys = rows.map(({ key }) => key);
    this.keys.push(keys);
    return (out, run, payload) => {
      const index = keys.findIndex((key) => typeof payload[key] === 'string');
      if (writers[index]?.(out, run) !== true) {
        throw new NotPlanned('A row that was just written is missing.');
      }
    };
  }

  #row(
    selected: SelectedField,
    type: GraphQLObjectType,
    { source, key: member, visibleTo, given = {} }: DeclaredPayloadRow,
    isAlternative: boolean,
  ): RowWriterOfPayload {
    const key = memberSlot(member);
    const level = this.rows.level({ kind: 'one', key, visibleTo, isAlternative }, source);
    const scope = level.base as Scope;
    for (const [field, name] of Object.entries(given)) {
      scope.give(field, sql`${memberSlot(name)}::text`);
    }
    const write = this.rows.object(scope, type, selected);
    return (out, run) => {
      const [row] = run.page(level.number, 1);
      if (!row) return false;
      out.text += selected.prefix;
      write(out, run, row);
      return true;
    };
  }
}

function memberSlot(member: string): Slot {
  return new Slot(({ payload }) => payload?.[member] ?? null);
}

/** Returns the row of a payload that a field points to as if the payload were a row. */
function payloadRowOf({ visibleTo, ...one }: DeclaredOne): DeclaredPayloadRow {
  return { ...one, visibleTo: visibleTo === 'everybody' ? 'everybody' : 'viewer' };
}

/** Writes a row of a payload. Returns false if it was not found. */
type RowWriterOfPayload = (out: Output, run: OperationRun) => boolean;

/**
 * Runs a planned mutation, and stores its outcome in the context.
 *
 * @returns the payload; null if the mutation failed
 * @throws GraphQLError for invalid arguments, before the mutation runs
 */
export async function runMutation(
  { root, selected, field }: PlannedMutation,
  run: OperationRun,
  context: Context,
): Promise<Payload | null> {
  const args = run.argumentsOf(selected, field);
  try {
    const payload: unknown = await field.resolve?.(
      undefined,
      args,
      context,
      run.infoOf(selected, field, root),
    );
    context.outcomes.set(selected.key, () => payload);
    return typeof payload === 'object' && !(payload instanceof Error) ? (payload as Payload) : null;
  } catch (error) {
    context.outcomes.set(selected.key, () => {
      throw error;
    });
    return null;
  }
}
