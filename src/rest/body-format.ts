import {
  getNamedType,
  isLeafType,
  isNonNullType,
  type GraphQLNamedType,
  type GraphQLObjectType,
} from 'graphql';
import type {
  CollectedField,
  ObjectShape,
  ResponseFormat,
  SelectedField,
} from '../plan/selections.ts';
import { NotPlanned } from '../plan/wire-values.ts';
import { isConnection, restBody } from './extensions.ts';
import { REVISION_KEY, type ResponseShape, type Route } from './route.ts';

/** Keys of the fields of a connection in the body of a list. */
const listKeys: Readonly<Record<string, string>> = { totalCount: 'count', nodes: 'items' };

/**
 * The format of a body, with which a plan writes what `RestSerializer` makes of the
 * data of an execution.
 */
export class BodyFormat implements ResponseFormat {
  readonly enums = 'values';
  readonly nullItems = 'omitted';
  readonly #lastStep: number;
  readonly #response: ResponseShape;

  constructor({ walk, response }: Pick<Route, 'walk' | 'response'>) {
    this.#lastStep = walk.length - 1;
    this.#response = response;
  }

  shapeOf(
    parent: SelectedField | null,
    type: GraphQLObjectType,
    fields: readonly CollectedField[],
  ): ObjectShape {
    const step = parent ? parent.step : -1;
    if (step !== undefined && step < this.#lastStep) return this.#walkShape(step, fields);
    const own = fields.filter(({ key }) => key !== REVISION_KEY);
    const shape = this.#valueShape(parent, type, own);
    const revision = fields
      .filter(({ key }) => key === REVISION_KEY)
      .map((field) => revisionOf(field, step));
    return { ...shape, fields: [...revision, ...shape.fields] };
  }

  /** Returns the shape of a value on the way to the one that is written: nothing of its own. */
  #walkShape(step: number, fields: readonly CollectedField[]): ObjectShape {
    const isValue = this.#response.kind === 'value';
    const isLast = step + 1 === this.#lastStep;
    const prefix =
      this.#response.kind === 'value' && isLast ? `{${JSON.stringify(this.#response.as)}:` : '';
    return {
      open: '',
      close: isValue && step === -1 ? '}' : '',
      isSparse: false,
      fields: fields.map((field) =>
        field.key === REVISION_KEY
          ? revisionOf(field, step)
          : { ...field, prefix, onNull: 'reported', step: step + 1 },
      ),
    };
  }

  #valueShape(
    parent: SelectedField | null,
    type: GraphQLObjectType,
    fields: readonly CollectedField[],
  ): ObjectShape {
    if (parent?.isNext === true) return openShape(fields);
    const { kind } = this.#response;
    if (parent?.step !== undefined && (kind === 'list' || kind === 'page')) {
      return pageShape(type, kind === 'list' ? fields.map(withListKey) : fields);
    }
    // A list inside a body is an array of its nodes.
    if (isConnection(type)) return openShape(fields);
    const shape = bodyShape(type, fields);
    return parent?.isMerged === true ? { ...shape, close: '' } : shape;
  }
}

function revisionOf(field: CollectedField, step: number | undefined): SelectedField {
  return {
    ...field,
    prefix: '',
    onNull: 'omitted',
    isBeside: true,
    ...(step !== undefined && { step }),
  };
}

/** Returns the shape of an object whose values are the whole body. */
function openShape(fields: readonly CollectedField[]): ObjectShape {
  const alone = fields.map((field) => ({ ...field, prefix: '', onNull: 'written' }) as const);
  return { open: '', close: '', isSparse: false, fields: alone };
}

function withListKey(field: CollectedField): CollectedField {
  return { ...field, key: listKeys[field.key] ?? field.key };
}

/** Returns the shape of a page: the cursor of the next one, and the body of its type. */
function pageShape(type: GraphQLObjectType, fields: readonly CollectedField[]): ObjectShape {
  const pageInfo = fields.find(({ key }) => key === 'pageInfo');
  const body = bodyShape(
    type,
    fields.filter((field) => field !== pageInfo),
  );
  if (!pageInfo || body.open !== '{') throw new NotPlanned('A page that is no list.');
  const next = { ...pageInfo, prefix: ',"next":', onNull: 'omitted', isNext: true } as const;
  const others = body.fields.map((field) => ({ ...field, prefix: prefixOf(field) }));
  return { ...body, isSparse: true, fields: [next, ...others] };
}

function prefixOf({ key }: CollectedField): string {
  return `,${JSON.stringify(key)}:`;
}

/** Returns the shape of the body of a type. */
function bodyShape(type: GraphQLObjectType, collected: readonly CollectedField[]): ObjectShape {
  const body = restBody(type);
  const nullable = new Set(body?.nullable);
  const members = collected
    .filter((field) => field.field !== null)
    .map((field): SelectedField => {
      const onNull = nullable.has(field.key) ? 'written' : 'omitted';
      return { ...field, prefix: prefixOf(field), onNull };
    });
  const merged = members.find(({ key }) => key === body?.merge);
  if (merged) {
    // A scalar has an object of its own, which is the whole body.
    if (isLeafType(getNamedType(merged.field?.type))) return openShape([merged]);
    if (objectOf(getNamedType(merged.field?.type)) !== body?.object) {
      throw new NotPlanned('A member that is merged into another kind of object.');
    }
    const others = members.filter((member) => member !== merged);
    const first = { ...merged, prefix: '', onNull: 'executed', isMerged: true } as const;
    return { open: '', close: '}', isSparse: false, fields: [first, ...others] };
  }
  if (body?.object !== undefined) {
    const open = `{"object":${JSON.stringify(body.object)}`;
    return { open, close: '}', isSparse: false, fields: members };
  }
  const [first, ...others] = members;
  if (!first || !isAlwaysWritten(first)) {
    return { open: '{', close: '}', isSparse: true, fields: members };
  }
  const opening = { ...first, prefix: first.prefix.slice(1) };
  return { open: '{', close: '}', isSparse: false, fields: [opening, ...others] };
}

function isAlwaysWritten({ field, onNull }: SelectedField): boolean {
  return onNull === 'written' || (field !== null && isNonNullType(field.type));
}

function objectOf(type: GraphQLNamedType | undefined): string | undefined {
  return type && restBody(type)?.object;
}
