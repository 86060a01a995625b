import type { InputFieldMap, InputShapeFromFields, OutputRef } from '@pothos/core';
import { builder, type ArgumentBuilder, type FieldBuilder } from '../builder.ts';
import type { Context } from '../context.ts';
import { declareConnection, type Connection } from '../pagination/connection.ts';
import type { Page } from '../pagination/loaders.ts';
import { pageRequest, pageSizeOf, type ConnectionArguments } from '../pagination/page-request.ts';
import type { ReadStep, RestRead } from '../rest/options.ts';

interface ConnectionFieldOptions<Row, Fields extends InputFieldMap> extends Omit<
  Connection<Row, InputShapeFromFields<Fields>>,
  'name'
> {
  type: OutputRef<Page<Row>>;
  description: string;
  rest?: ReadStep | RestRead;
  /** Arguments besides those of every connection; `order` and `filter` get their values. */
  arguments?: (arg: ArgumentBuilder) => Fields;
  /** Maximum number of rows per parent, if the model bounds it; limits the cost of the field. */
  sizeExpected?: number;
  /** Fields of the parent whose values, joined by blanks, are `p.id` in SQL; defaults to `id`. */
  parentKey?: readonly string[];
  /** Returns `p.id` for a parent that is not a row. */
  idOf?: (parent: never) => string;
}

/**
 * Declares a field with a list of rows. Returns the declaration of the list, which plans read from
 * the extensions of the field.
 *
 * @param name type and name of the field, `Organization.sites`
 * @throws if the field is declared twice
 */
export function connectionField<Row extends object, Fields extends InputFieldMap>(
  name: `${string}.${string}`,
  {
    type,
    description,
    rest,
    arguments: ownArguments,
    sizeExpected = Number.POSITIVE_INFINITY,
    parentKey = ['id'],
    idOf,
    ...rows
  }: ConnectionFieldOptions<Row, Fields>,
): Connection<Row, InputShapeFromFields<Fields>> {
  const connection = declareConnection({ name, ...rows });
  const parentIdOf = (idOf ?? parentIdBy(parentKey)) as (parent: object) => string;
  const field = (t: FieldBuilder<object>) =>
    t.field({
      type,
      description,
      ...(rest && { rest }),
      args: { ...ownArguments?.(t.arg), ...t.arg.connectionArgs() },
      extensions: { connection, ...(!idOf && { parentKey }) },
      complexity: (args: ConnectionArguments) => ({
        field: 1,
        multiplier: Math.min(pageSizeOf(args), sizeExpected),
      }),
      // The resolver type of Pothos depends on arguments that are unknown here.
      resolve: (async (
        parent: object,
        args: ConnectionArguments & InputShapeFromFields<Fields>,
        context: Context,
      ): Promise<Page<Row>> => {
        const { first, last, after, before, ...own } = args;
        const request = pageRequest({ first, last, after, before }, context.pageSizeMax);
        const parentId = connection.of === null ? '' : parentIdOf(parent);
        return context.loaders.page(connection, parentId, own as never, request);
      }) as never,
    });
  const [typeName = '', fieldName = ''] = name.split('.');
  if (typeName === 'Query') builder.queryField(fieldName, field as never);
  else builder.objectField(typeName as never, fieldName, field);
  return connection;
}

function parentIdBy(fields: readonly string[]) {
  return (parent: Readonly<Record<string, unknown>>) =>
    fields.map((field) => parent[field]).join(' ');
}
