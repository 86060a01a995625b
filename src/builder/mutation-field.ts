import type { FieldMap, InputFieldMap, InputShapeFromFields, OutputRef } from '@pothos/core';
import type { z } from 'zod';
import { builder, type FieldBuilder, type InputBuilder } from '../builder.ts';
import type { Context } from '../context.ts';
import type { Source } from '../pagination/source.ts';
import { payloadRow, type WrittenRow } from '../pagination/payload-row.ts';
import type { RestMutation } from '../rest/options.ts';

/** The input of a resolver: by its schema, and for fields that the schema omits, by the fields. */
type Input<Fields extends InputFieldMap, Schema> = Schema extends z.ZodType
  ? Omit<InputShapeFromFields<Fields>, keyof z.output<Schema>> & z.output<Schema>
  : InputShapeFromFields<Fields>;

/** The object that the fields of a payload resolve from. */
type Parent<Result, Default> = [Result] extends [void] ? Default : Result;

interface MutationOptions<Fields extends InputFieldMap, Schema, Result> {
  description: string;
  deprecationReason?: string;
  rest?: RestMutation;
  inputDescription: string;
  /** Schema of the input fields with limits. */
  inputSchema?: Schema;
  inputFields: (t: InputBuilder) => Fields;
  /** Writes. If it returns nothing, the fields of the payload resolve from the input. */
  resolve: (input: Input<Fields, Schema>, context: Context) => Result | Promise<Result>;
  payload: (t: FieldBuilder<Parent<Result, Input<Fields, Schema>>>) => FieldMap;
}

/** Declares a mutation with its input and its payload. */
export function mutationField<
  Fields extends InputFieldMap,
  Result,
  Schema extends z.ZodObject | undefined = undefined,
>(
  name: string,
  {
    inputDescription,
    inputSchema,
    inputFields,
    resolve,
    payload,
    ...options
  }: MutationOptions<Fields, Schema, Result>,
): void {
  const run = async (
    _root: object,
    { input }: { input: Input<Fields, Schema> },
    context: Context,
  ): Promise<unknown> => {
    const result = await resolve(input, context);
    return result ?? input;
  };
  builder.relayMutationField(
    name,
    {
      description: inputDescription,
      ...(inputSchema && { validate: inputSchema.loose() }),
      inputFields,
    },
    {
      ...options,
      // The resolver type of Pothos depends on types that are unknown here.
      resolve: run as never,
    },
    {
      description: `Payload of \`${name}\`.`,
      outputFields: payload,
    },
  );
}

/** Declares the payload field with what the mutation returns. */
export function returnedField<Result extends object>(
  t: FieldBuilder<Result>,
  type: OutputRef<Result>,
  description: string,
) {
  return t.field({ type, description, resolve: (result) => result as never });
}

/**
 * Declares the payload field with a row that the mutation wrote. It is read with the commit.
 *
 * @param visibleTo everybody, for a write that may end the viewer's own access
 */
export function writtenField<Row extends object>(
  t: FieldBuilder<WrittenRow>,
  type: OutputRef<Row>,
  description: string,
  source: Source<Row>,
  visibleTo: 'viewer' | 'everybody' = 'viewer',
) {
  const { resolve, ...options } = payloadRow({ source, key: 'id', visibleTo });
  return t.field({ type, description, ...options, resolve: resolve as never });
}

/** Declares the payload field with an id of the input, for mutations that return nothing. */
export function inputIdField<Key extends string>(
  t: FieldBuilder<Readonly<Record<Key, string>>>,
  key: Key,
  description: string,
) {
  return t.id({ description, resolve: (input) => input[key] });
}
