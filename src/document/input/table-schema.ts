import { z } from 'zod';
import type { BlockPlace } from './block-schemas.ts';
import { contentReference, id, line, verticalAlignment } from './value-schemas.ts';

/** Maximum numbers of columns and records of a table. */
const COLUMNS_MAX = 100_000;
const RECORDS_MAX = 100_000;

const title = line;
const column = z.discriminatedUnion('type', [
  z.object({
    id,
    title,
    type: z.literal('text'),
    textAlignment: z.enum(['left', 'center', 'right']),
    verticalAlignment: verticalAlignment.optional(),
  }),
  z.object({
    id,
    title,
    type: z.enum(['number', 'checkbox', 'files', 'content-ref', 'image']),
  }),
  z.object({ id, title, type: z.literal('users'), multiple: z.boolean() }),
  z.object({ id, title, type: z.literal('rating'), max: z.number() }),
  z.object({
    id,
    title,
    type: z.literal('select'),
    multiple: z.boolean(),
    options: z.array(z.object({ value: line, label: line, color: line })).max(COLUMNS_MAX),
  }),
]);

const columns = z.array(id).max(COLUMNS_MAX);
const view = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('grid'),
    columns,
    columnWidths: z.record(z.string(), z.number()).optional(),
    hideHeader: z.boolean(),
    useNewSizing: z.boolean().optional(),
  }),
  z.object({
    type: z.literal('cards'),
    columns,
    cardSize: z.enum(['medium', 'large']),
    targetDefinition: z.string().optional(),
    coverDefinition: z.string().optional(),
    coverDefinitionDark: z.string().optional(),
    hideColumnTitle: z.boolean().optional(),
  }),
]);

const cellValue = z.union([
  z.number(),
  z.string(),
  z.boolean(),
  z.null(),
  z.array(line).max(COLUMNS_MAX),
  contentReference,
]);
const tableRecord = z.object({
  orderIndex: z.string().max(1000),
  values: z.record(z.string(), cellValue),
});

function countedRecord<Value extends z.ZodType>(value: Value, countMax: number) {
  return z
    .record(z.string(), value)
    .refine(
      (members) => Object.keys(members).length <= countMax,
      `must have at most ${countMax} members`,
    );
}

/** Returns the schema of tables. Text cells are fragments, which the values refer to. */
export function tableShape({ blocksOf }: BlockPlace): { table: z.ZodObject } {
  return {
    table: z.object({
      object: z.literal('block'),
      type: z.literal('table'),
      isVoid: z.literal(true).default(true),
      data: z.object({
        view,
        definition: countedRecord(column, COLUMNS_MAX),
        records: countedRecord(tableRecord, RECORDS_MAX),
        fullWidth: z.boolean().optional(),
      }),
      fragments: z.array(
        z.object({ object: z.literal('fragment'), fragment: z.string(), nodes: blocksOf('cell') }),
      ),
    }),
  };
}
