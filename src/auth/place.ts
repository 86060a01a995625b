import { sql, type Sql } from '../database/database.ts';

/** What users have levels on. */
export type PlaceKind = 'space' | 'collection';

/** A space or a collection, whether it exists or not. */
export interface NamedPlace {
  kind: PlaceKind;
  id: string;
}

/** Where places of each kind are, and the column of a grant that says which of them it is on. */
export const places = {
  space: { table: sql`spaces`, grantColumn: sql`space_id` },
  collection: { table: sql`collections`, grantColumn: sql`collection_id` },
} as const satisfies Record<PlaceKind, { table: Sql; grantColumn: Sql }>;
