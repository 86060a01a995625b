import {
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql';
import { jsonText } from '../lib/raw-json.ts';
import type { OperationRun } from './operation-run.ts';
import type { Output } from './output.ts';
import type { SelectedField } from './selections.ts';
import { NotPlanned } from './wire-values.ts';

/**
 * Writes a field by its own resolver, and all below it.
 *
 * @throws NotPlanned for what the execution has to turn into an error or a null further up
 */
export function writeResolved(
  out: Output,
  run: OperationRun,
  parentType: GraphQLObjectType,
  selected: SelectedField,
  field: GraphQLField<unknown, unknown>,
  parent: unknown,
): void {
  const args = run.argumentsOf(selected, field);
  const value: unknown = field.resolve
    ? field.resolve(parent, args, run.context, run.infoOf(selected, field, parentType))
    : (parent as Record<string, unknown>)[field.name];
  writeValue(out, run, field.type, selected, value);
}

function writeValue(
  out: Output,
  run: OperationRun,
  type: GraphQLOutputType,
  selected: SelectedField,
  value: unknown,
): void {
  if (isPromise(value)) {
    const hole = out.hole();
    run.wait(value, (known) => writeValue(hole, run, type, selected, known));
    return;
  }
  if (value instanceof Error) throw value;
  if (isNonNullType(type)) {
    if (value === null || value === undefined) throw new NotPlanned('A null that may not be.');
    writeValue(out, run, type.ofType as GraphQLOutputType, selected, value);
    return;
  }
  if (value === null || value === undefined) {
    out.text += 'null';
  } else if (isLeafType(type)) {
    const leaf: unknown = type.serialize(value);
    if (leaf === undefined || leaf === null) throw new NotPlanned('A leaf without a value.');
    out.text += typeof leaf === 'object' ? jsonOf(run, leaf) : JSON.stringify(leaf);
  } else if (isListType(type)) {
    writeList(out, run, type.ofType, selected, value);
  } else if (isObjectType(type)) {
    writeObject(out, run, type, selected, value);
  } else if (isAbstractType(type)) {
    writeAbstract(out, run, type, selected, value);
  }
}

/** The JSON of an object, parts of which may be stored JSON with numbers that JavaScript rounds. */
function jsonOf({ sendsJson }: OperationRun, value: object): string {
  if (!sendsJson) throw new NotPlanned('Stored JSON would be read again.');
  return jsonText(value);
}

function writeList(
  out: Output,
  run: OperationRun,
  itemType: GraphQLOutputType,
  selected: SelectedField,
  value: unknown,
): void {
  if (typeof value !== 'object' || !(Symbol.iterator in (value as object))) {
    throw new NotPlanned('A list that is none.');
  }
  let separator = '[';
  let isEmpty = true;
  for (const item of value as Iterable<unknown>) {
    isEmpty = false;
    out.text += separator;
    separator = ',';
    writeValue(out, run, itemType, selected, item);
  }
  out.text += isEmpty ? '[]' : ']';
}

function writeObject(
  out: Output,
  run: OperationRun,
  type: GraphQLObjectType,
  selected: SelectedField,
  value: unknown,
): void {
  let separator = '{';
  for (const below of run.selections.below(selected, type)) {
    out.text += separator + below.prefix;
    separator = ',';
    if (below.field) writeResolved(out, run, type, below, below.field, value);
    else out.text += `"${type.name}"`;
  }
  out.text += separator === '{' ? '{}' : '}';
}

function writeAbstract(
  out: Output,
  run: OperationRun,
  type: Extract<GraphQLOutputType, { resolveType: unknown }>,
  selected: SelectedField,
  value: unknown,
): void {
  const info = run.knownInfoOf(selected);
  if (!info || !type.resolveType) throw new NotPlanned('A type that cannot be told.');
  const name = type.resolveType(value, run.context, info, type);
  const writeAs = (target: Output, typeName: string | undefined) => {
    const concrete = typeName === undefined ? undefined : info.schema.getType(typeName);
    if (!isObjectType(concrete)) throw new NotPlanned('A type that cannot be told.');
    writeObject(target, run, concrete, selected, value);
  };
  if (isPromise(name)) {
    const hole = out.hole();
    run.wait(name, (known) => writeAs(hole, known));
  } else {
    writeAs(out, name);
  }
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}
