import { getNamedType, isObjectType, type GraphQLField, type GraphQLObjectType } from 'graphql';
import type { Sql } from '../database/database.ts';
import type { SlotValues } from '../database/slot.ts';
import type { Connection } from '../pagination/connection.ts';
import { encodeSortTexts } from '../pagination/cursor.ts';
import type { PageRequest } from '../pagination/page-request.ts';
import { nextText } from './next-page.ts';
import { objectWriter, textWriter, type RowWriter, type Writer } from './row-writer.ts';
import type { PlanLevel, Scope, WireRow } from './levels.ts';
import { planList, type ListPlan } from './list-plan.ts';
import type { Output } from './output.ts';
import type { ObjectShape, SelectedField, Selections } from './selections.ts';
import { wireToSortText } from './wire-values.ts';

/** Writes the part of a page. */
type PageWriter = Writer<PageRows>;

/** The rows of a page, and of the row that it is a page below. */
interface PageRows {
  readonly parent: WireRow;
  /** In the order of the response, without the row behind the page. */
  readonly rows: readonly WireRow[];
  /** Whether the list goes on in the direction in which it is read. */
  readonly goesOn: boolean;
}

export interface ConnectionRequest {
  readonly selections: Selections;
  readonly selected: SelectedField;
  readonly field: GraphQLField<unknown, unknown>;
  readonly connection: Connection<object, object>;
  readonly args: object;
  readonly request: PageRequest;
  /** Level of the rows of the parent. */
  readonly level: PlanLevel;
  /** Names them in SQL, where they are read. */
  readonly parent: Sql;
  readonly below: ListPlan['below'];
  readonly readCursor: (run: SlotValues, side: 'after' | 'before') => string;
  readonly addLevel: (list: ListPlan) => PlanLevel;
  readonly writeNode: (scope: Scope, type: GraphQLObjectType, node: SelectedField) => RowWriter;
}

/** Plans a connection; undefined where fields are selected that not all connections have. */
export function planConnection(request: ConnectionRequest): RowWriter | undefined {
  const { selected, field, selections } = request;
  const type = getNamedType(field.type);
  if (!isObjectType(type)) return undefined;
  const shape = selections.below(selected, type);
  const isPlannable = shape.fields.every(
    ({ field: member }) => !member || member.name in memberPlans,
  );
  if (!isPlannable || !isObjectType(nodeTypeOf(type))) return undefined;
  return new ConnectionPlan(request, type).writer(shape);
}

function nodeTypeOf(type: GraphQLObjectType) {
  const { nodes } = type.getFields();
  return nodes ? getNamedType(nodes.type) : undefined;
}

class ConnectionPlan {
  readonly list: ListPlan;
  readonly level: PlanLevel;
  readonly base: Scope;
  readonly #request: ConnectionRequest;
  readonly #type: GraphQLObjectType;

  constructor(request: ConnectionRequest, type: GraphQLObjectType) {
    this.#request = request;
    this.#type = type;
    const { connection, args, below, readCursor } = request;
    this.list = planList({ connection, args, below, request: request.request }, readCursor);
    this.level = request.addLevel(this.list);
    this.base = this.level.base as Scope;
  }

  writer(shape: ObjectShape): RowWriter {
    const { size, backward } = this.list.request;
    const write = objectWriter(shape, (selected) => this.#member(selected));
    const { number } = this.level;
    const { prefix } = this.#request.selected;
    return (out, run, parent) => {
      out.text += prefix;
      const read = run.page(number, Number(parent[3]));
      const onPage = read.length > size ? read.slice(0, size) : read;
      const rows = backward ? onPage.toReversed() : onPage;
      write(out, run, { parent, rows, goesOn: read.length > size });
    };
  }

  #member(selected: SelectedField): PageWriter {
    const { prefix, field } = selected;
    if (!field) return textWriter(`${prefix}"${this.#type.name}"`);
    if (selected.isNext === true) return this.next(prefix);
    const plan = memberPlans[field.name as keyof typeof memberPlans];
    const write = plan(this, selected, field);
    return (out, run, page) => {
      out.text += prefix;
      write(out, run, page);
    };
  }

  nodes(selected: SelectedField, field: GraphQLField<unknown, unknown>): PageWriter {
    const write = this.#request.writeNode(this.base, objectOf(field), selected);
    return (out, run, { rows }) => writeItems(out, rows, (row) => write(out, run, row));
  }

  edges(selected: SelectedField, field: GraphQLField<unknown, unknown>): PageWriter {
    const type = objectOf(field);
    const cursorOf = this.cursor();
    const shape = this.#request.selections.below(selected, type);
    const write = objectWriter(shape, (member): RowWriter => {
      const { prefix, field: of } = member;
      if (!of) return textWriter(`${prefix}"${type.name}"`);
      if (of.name === 'cursor')
        return (out, _run, row) => void (out.text += prefix + cursorOf(row));
      const writeNode = this.#request.writeNode(this.base, objectOf(of), member);
      return (out, run, row) => {
        out.text += prefix;
        writeNode(out, run, row);
      };
    });
    return (out, run, { rows }) => writeItems(out, rows, (row) => write(out, run, row));
  }

  pageInfo(selected: SelectedField, field: GraphQLField<unknown, unknown>): PageWriter {
    const type = objectOf(field);
    const shape = this.#request.selections.below(selected, type);
    return objectWriter(shape, ({ prefix, field: of }): PageWriter => {
      const write = of ? this.#pageInfoMember(of.name) : () => `"${type.name}"`;
      return (out, _run, page) => void (out.text += prefix + write(page));
    });
  }

  /** Writes the cursor of the next page, if there is one. */
  next(prefix: string): PageWriter {
    const hasNext = this.#pageInfoMember('hasNextPage');
    const cursorOf = this.#pageInfoMember('endCursor');
    return (out, _run, page) => {
      if (hasNext(page) === 'true') out.text += nextText(prefix, cursorOf(page));
    };
  }

  #pageInfoMember(name: string): (page: PageRows) => string {
    switch (name) {
      case 'startCursor':
        return this.#cursorAt(0);
      case 'endCursor':
        return this.#cursorAt(-1);
      default:
        return this.#hasMore(name === 'hasNextPage' ? 'after' : 'before');
    }
  }

  #cursorAt(index: number): (page: PageRows) => string {
    const cursorOf = this.cursor();
    return ({ rows }) => {
      const row = rows.at(index);
      return row ? cursorOf(row) : 'null';
    };
  }

  /** Returns a function that checks whether rows exist on a side of the page. */
  #hasMore(side: 'after' | 'before'): (page: PageRows) => string {
    const { level, parent: parents } = this.#request;
    const { backward } = this.list.request;
    const isAhead = (side === 'before') === backward;
    if (isAhead) this.level.readsFarEdge = true;
    const cursor = side === 'after' ? this.list.before : this.list.after;
    const beyond = cursor && level.exists(parents, this.list, side);
    return ({ parent, goesOn }) =>
      String((isAhead && goesOn) || (beyond !== undefined && parent[beyond.index] === 'true'));
  }

  /** Writes the cursor of a row. */
  cursor(): (row: WireRow) => string {
    const { name, kinds, order } = this.list;
    const columns = order.fields.map((field) => this.base.column(field));
    return (row) => {
      const texts = columns.map(({ index, kind }, position) =>
        wireToSortText(kind, kinds[position] ?? 'text', row[index] ?? ''),
      );
      return `"${encodeSortTexts(name, texts)}"`;
    };
  }

  totalCount(): PageWriter {
    const { level, parent: parents } = this.#request;
    const { index } = level.count(parents, this.list);
    return (out, _run, { parent }) => void (out.text += parent[index] ?? '0');
  }
}

type MemberPlan = (
  plan: ConnectionPlan,
  selected: SelectedField,
  field: GraphQLField<unknown, unknown>,
) => PageWriter;

/** Plans of the members that all connections have. */
const memberPlans = {
  nodes: (plan, selected, field) => plan.nodes(selected, field),
  edges: (plan, selected, field) => plan.edges(selected, field),
  pageInfo: (plan, selected, field) => plan.pageInfo(selected, field),
  totalCount: (plan) => plan.totalCount(),
} satisfies Record<string, MemberPlan>;

function objectOf({ type }: GraphQLField<unknown, unknown>): GraphQLObjectType {
  return getNamedType(type) as GraphQLObjectType;
}

function writeItems(out: Output, rows: readonly WireRow[], write: (row: WireRow) => void): void {
  let separator = '[';
  for (const row of rows) {
    out.text += separator;
    separator = ',';
    write(row);
  }
  out.text += separator === '[' ? '[]' : ']';
}
