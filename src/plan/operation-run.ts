import type { GraphQLField, GraphQLObjectType, GraphQLResolveInfo } from 'graphql';
import type { Addresses } from '../addresses.ts';
import { argumentsOf } from './field-arguments.ts';
import type { WireRow } from './levels.ts';
import { Output } from './output.ts';
import type { Payload } from './payload-read.ts';
import type { SelectedField, Selections } from './selections.ts';

/** Inputs of an execution besides the plan. */
export interface RunOptions {
  readonly context: object;
  /** The addresses in responses. */
  readonly addresses: Addresses;
  /** The variables, coerced. */
  readonly variables: Record<string, unknown>;
  readonly selections: Selections;
  /** Parts of `GraphQLResolveInfo` that are the same for all resolvers of the operation. */
  readonly info: Pick<
    GraphQLResolveInfo,
    'schema' | 'fragments' | 'rootValue' | 'operation' | 'variableValues'
  >;
}

const noRows: readonly WireRow[] = [];

/** One execution of a planned operation: its rows, its arguments, and what it waits for. */
export class OperationRun {
  readonly context: object;
  /** The addresses in responses. */
  readonly addresses: Addresses;
  readonly selections: Selections;
  readonly finished: Promise<void>;
  /** The payload of the mutation that ran; null for queries. */
  payload: Payload | null = null;
  /** The first step from the root whose value is missing, in formats that show one value only. */
  missingStep: number | undefined;
  readonly #options: RunOptions;
  readonly #arguments = new Map<SelectedField, Record<string, unknown>>();
  readonly #infos = new Map<SelectedField, GraphQLResolveInfo>();
  readonly #pages: WireRow[][][] = [];
  readonly #shared = new Map<SelectedField, Map<string, Output>>();
  readonly #beside: { readonly step: number; readonly output: Output }[] = [];
  #waitsFor = 1;
  #finish: () => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;

  constructor(options: RunOptions) {
    this.#options = options;
    this.context = options.context;
    this.addresses = options.addresses;
    this.selections = options.selections;
    this.finished = new Promise((resolve, reject) => {
      this.#finish = resolve;
      this.#fail = reject;
    });
    // Rejections are seen by whoever awaits it, which may be later.
    this.finished.catch(() => undefined);
  }

  /** Takes the rows of the statement, in any order. */
  addRows(rows: readonly WireRow[]): void {
    for (const row of rows) {
      const pages = (this.#pages[Number(row[0])] ??= []);
      const page = (pages[Number(row[1])] ??= []);
      page[Number(row[2]) - 1] = row;
    }
  }

  /** The rows of a level below the row with a number. */
  page(level: number, parent: number): readonly WireRow[] {
    return this.#pages[level]?.[parent] ?? noRows;
  }

  /** Returns what a field wrote for rows, by their values that decide. */
  sharedBy(selected: SelectedField): Map<string, Output> {
    let known = this.#shared.get(selected);
    if (!known) this.#shared.set(selected, (known = new Map()));
    return known;
  }

  /** Returns the output of a value beside the response. */
  beside({ step = 0 }: SelectedField): Output {
    const output = new Output();
    this.#beside.push({ step, output });
    return output;
  }

  /** Returns the JSON of the value beside the response that is furthest from the root. */
  valueBeside(): string | undefined {
    return this.#beside
      .toSorted((a, b) => b.step - a.step)
      .map(({ output }) => output.toString())
      .find((text) => text !== '');
  }

  /** Goes on with a value when it is there. */
  wait<Value>(value: PromiseLike<Value>, goOn: (value: Value) => void): void {
    this.#waitsFor += 1;
    void this.#goOn(value, goOn);
  }

  async #goOn<Value>(value: PromiseLike<Value>, goOn: (value: Value) => void): Promise<void> {
    try {
      goOn(await value);
      this.done();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Tells that one thing less is waited for; the first call is that of the writer itself. */
  done(): void {
    this.#waitsFor -= 1;
    if (this.#waitsFor === 0) this.#finish();
  }

  /** The arguments of a field, coerced once. */
  argumentsOf(selected: SelectedField, field: GraphQLField<unknown, unknown>) {
    let values = this.#arguments.get(selected);
    if (!values) {
      values = argumentsOf(selected, field, this.#options);
      this.#arguments.set(selected, values);
    }
    return values;
  }

  /** Returns the info that the resolver of a field received; undefined if it received none. */
  knownInfoOf(selected: SelectedField): GraphQLResolveInfo | undefined {
    return this.#infos.get(selected);
  }

  /** Returns the info for the resolver of a field. Its path omits the indexes of lists. */
  infoOf(
    selected: SelectedField,
    field: GraphQLField<unknown, unknown>,
    parentType: GraphQLObjectType,
  ): GraphQLResolveInfo {
    let info = this.#infos.get(selected);
    if (!info) {
      info = {
        ...this.#options.info,
        fieldName: field.name,
        fieldNodes: selected.nodes,
        returnType: field.type,
        parentType,
        path: { prev: undefined, key: selected.key, typename: parentType.name },
      };
      this.#infos.set(selected, info);
    }
    return info;
  }
}
