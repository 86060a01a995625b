import { sql, type Sql } from '../database/database.ts';

/** Kind of a place that users have levels on. */
export type PlaceKind = 'space' | 'collection';

/** A space or a collection, whether it exists or not. */
export interface NamedPlace {
  kind: PlaceKind;
  id: string;
}

/** Table of the places of each kind, and the column of a grant that refers to them. */
export const places = {
  space: { table: sql`spaces`, grantColumn: sql`space_id` },
  collection: { table: sql`collections`, grantColumn: sql`collection_id` },
} as const satisfies Record<PlaceKind, { table: Sql; grantColumn: Sql }>;
