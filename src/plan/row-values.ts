import { getNullableType, isEnumType, isListType, type GraphQLOutputType } from 'graphql';
import type { Column, Scope, WireRow } from './levels.ts';
import { enumTexts } from './enum-texts.ts';
import type { ColumnMember } from './row-writer.ts';
import type { ResponseFormat, SelectedField } from './selections.ts';
import { wireToValue, type WireKind } from './wire-values.ts';

/** Scalars whose JSON is the same as that of the column, by the kind of the column. */
const plainScalars: Readonly<Record<string, readonly WireKind[]>> = {
  ID: ['text', 'json'],
  String: ['text', 'json'],
  Int: ['number', 'json'],
  Boolean: ['boolean', 'json'],
  DateTime: ['date'],
};

/**
 * Returns the member that shows a column, if it is not null, as the leaf of a type; undefined where
 * only the resolver of its field can.
 */
export function columnMember(
  selected: SelectedField,
  nullable: GraphQLOutputType,
  { index, kind }: Column,
  format: ResponseFormat,
): ColumnMember | undefined {
  const type = getNullableType(nullable);
  const member = { selected, index, kind, enumTexts: undefined };
  if (isEnumType(type)) return { ...member, enumTexts: enumTexts(type, format) };
  if (isListType(type)) {
    const item = getNullableType(type.ofType);
    const isOfTexts = 'name' in item && (item.name === 'String' || item.name === 'ID');
    return kind === 'json' && isOfTexts ? member : undefined;
  }
  return 'name' in type && plainScalars[type.name]?.includes(kind) === true ? member : undefined;
}

/** Makes the rows of a scope that resolvers get, each once, however many fields read it. */
export class RowMaker {
  readonly #scope: Scope;
  readonly #columns = new Map<string, Column>();
  readonly #made = new WeakMap<WireRow, object>();
  #prototype: object | undefined;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /**
   * Selects what a resolver reads.
   *
   * @param fields of the source; those that rows have anyway when absent
   * @param further computed ones beside those
   */
  require(
    fields: readonly string[] = this.#scope.source.rowFields,
    further: readonly string[] = [],
  ): void {
    for (const field of [...fields, ...further])
      this.#columns.set(field, this.#scope.column(field));
  }

  make(row: WireRow): object {
    const known = this.#made.get(row);
    if (known) return known;
    const made = Object.create((this.#prototype ??= this.#unread())) as Record<string, unknown>;
    for (const [field, { index, kind }] of this.#columns) {
      made[field] = wireToValue(kind, row[index] ?? null);
    }
    this.#made.set(row, made);
    return made;
  }

  /** Returns the prototype of rows: fields that throw, since nothing was selected for them. */
  #unread(): object {
    const { type, fields } = this.#scope.source;
    const unread = fields.filter((field) => !this.#columns.has(field));
    return Object.defineProperties(
      {},
      Object.fromEntries(
        unread.map((field) => {
          const get = () => {
            throw new Error(`A field of ${type} reads "${field}" without declaring it.`);
          };
          return [field, { get }];
        }),
      ),
    );
  }
}
