import {
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql';
import { jsonText } from '../lib/raw-json.ts';
import { enumTexts } from './enum-texts.ts';
import { nextText } from './next-page.ts';
import type { OperationRun } from './operation-run.ts';
import { Output } from './output.ts';
import { writeNull } from './row-writer.ts';
import type { ObjectShape, SelectedField, ValuePlace } from './selections.ts';
import { NotPlanned } from './wire-values.ts';

/** Places of the items of a list, and of items any of which may be omitted. */
const firstItem: ValuePlace = { prefix: '', onNull: 'written' };
const nextItem: ValuePlace = { prefix: ',', onNull: 'written' };
const sparseItem: ValuePlace = { prefix: ',', onNull: 'omitted' };

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
  new ValueWriter(run, selected).write(out, field.type, selected, value);
}

/** Writes the value of a field that its resolver returned. */
class ValueWriter {
  readonly #run: OperationRun;
  readonly #selected: SelectedField;

  constructor(run: OperationRun, selected: SelectedField) {
    this.#run = run;
    this.#selected = selected;
  }

  write(out: Output, type: GraphQLOutputType, place: ValuePlace, value: unknown): void {
    if (isPromise(value)) {
      const hole = out.hole();
      this.#run.wait(value, (known) => this.write(hole, type, place, known));
      return;
    }
    if (value instanceof Error) throw value;
    if (isNonNullType(type)) {
      if (value === null || value === undefined) throw new NotPlanned('A null that may not be.');
      this.write(out, type.ofType as GraphQLOutputType, place, value);
      return;
    }
    if (value === null || value === undefined) {
      this.#writeNull(out, place);
    } else if (isLeafType(type)) {
      out.text += place.prefix + this.#leaf(type, value);
    } else if (isListType(type)) {
      out.text += place.prefix;
      this.#writeList(out, type.ofType, value);
    } else if (isObjectType(type)) {
      this.#writeObject(out, type, place, value);
    } else if (isAbstractType(type)) {
      this.#writeAbstract(out, type, place, value);
    }
  }

  #writeNull(out: Output, place: ValuePlace): void {
    if (place === this.#selected) writeNull(out, this.#run, this.#selected);
    else if (place.onNull === 'written') out.text += `${place.prefix}null`;
  }

  #leaf(type: GraphQLLeafType, value: unknown): string {
    if (isEnumType(type)) {
      const text = enumTexts(type, this.#run.selections.format).get(value);
      if (text !== undefined) return text;
    }
    const leaf: unknown = type.serialize(value);
    if (leaf === undefined || leaf === null) throw new NotPlanned('A leaf without a value.');
    return typeof leaf === 'object' ? jsonText(leaf) : JSON.stringify(leaf);
  }

  #writeList(out: Output, itemType: GraphQLOutputType, value: unknown): void {
    if (typeof value !== 'object' || !(Symbol.iterator in (value as object))) {
      throw new NotPlanned('A list that is none.');
    }
    const { nullItems } = this.#run.selections.format;
    const isSparse = nullItems === 'omitted' && !isNonNullType(itemType);
    out.text += '[';
    const items = isSparse ? out.sparseHole() : out;
    let place = isSparse ? sparseItem : firstItem;
    for (const item of value as Iterable<unknown>) {
      this.write(items, itemType, place, item);
      if (!isSparse) place = nextItem;
    }
    out.text += ']';
  }

  #writeObject(out: Output, type: GraphQLObjectType, place: ValuePlace, value: unknown): void {
    const run = this.#run;
    const shape = run.selections.below(this.#selected, type);
    if (this.#selected.isNext === true) {
      this.#writeNext(out, type, shape, value);
      return;
    }
    out.text += place.prefix + shape.open;
    const members = shape.isSparse ? out.sparseHole() : out;
    for (const below of shape.fields) {
      if (!below.field) members.text += `${below.prefix}"${type.name}"`;
      else {
        const target = below.isBeside === true ? run.beside(below) : members;
        writeResolved(target, run, type, below, below.field, value);
      }
    }
    out.text += shape.close;
  }

  /** Writes the cursor of the next page, if there is one. */
  #writeNext(out: Output, type: GraphQLObjectType, { fields }: ObjectShape, value: unknown): void {
    const outputs = new Map(fields.map(({ key }) => [key, new Output()]));
    for (const below of fields) {
      const output = outputs.get(below.key);
      if (output && below.field) {
        writeResolved(output, this.#run, type, below, below.field, value);
      }
    }
    const textOf = (key: string) => String(outputs.get(key) ?? 'null');
    const { prefix } = this.#selected;
    out.later(() =>
      textOf('hasNextPage') === 'true' ? nextText(prefix, textOf('endCursor')) : '',
    );
  }

  #writeAbstract(
    out: Output,
    type: Extract<GraphQLOutputType, { resolveType: unknown }>,
    place: ValuePlace,
    value: unknown,
  ): void {
    const run = this.#run;
    const info = run.knownInfoOf(this.#selected);
    if (!info || !type.resolveType) throw new NotPlanned('A type that cannot be told.');
    const name = type.resolveType(value, run.context, info, type);
    const writeAs = (target: Output, typeName: string | undefined) => {
      const concrete = typeName === undefined ? undefined : info.schema.getType(typeName);
      if (!isObjectType(concrete)) throw new NotPlanned('A type that cannot be told.');
      this.#writeObject(target, concrete, place, value);
    };
    if (isPromise(name)) {
      const hole = out.hole();
      run.wait(name, (known) => writeAs(hole, known));
    } else {
      writeAs(out, name);
    }
  }
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}
