import pg from 'pg';
import { viewerSets } from '../../access-rule.ts';

const { DATABASE_URL: connectionString } = process.env;
const pool = new pg.Pool({
  connectionString,
  max: 16,
  idleTimeoutMillis: 0,
  options: '-c TimeZone=UTC -c jit=off',
});

export type Row = (string | number | boolean | null)[];
export type Variables = Record<string, string>;

/** Start of a statement that looks rows up in the sets of the viewer $1. */
export const sets = `WITH RECURSIVE ${viewerSets('$1')}`;
export const isoTime = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Rows of a statement that is prepared by its name. */
export async function query(name: string, text: string, values: unknown[]): Promise<Row[]> {
  return (await pool.query<Row>({ name, text, values, rowMode: 'array' })).rows;
}

export const json = JSON.stringify;
