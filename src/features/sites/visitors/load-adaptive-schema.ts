import type { Context } from '../../../context.ts';
import { sql } from '../../../database/database.ts';
import { readAdaptiveSchema, type VisitorAttribute } from './read-adaptive-schema.ts';

/** Visitor claims that a site expects. */
export interface AdaptiveSchema {
  jsonSchema: unknown;
  attributes: readonly VisitorAttribute[];
  updatedAt: Date;
}

/** Loads the adaptive schema of a visible site; null if none is defined. Batched. */
export function loadAdaptiveSchema(
  { db, loaders }: Context,
  siteId: string,
): Promise<AdaptiveSchema | null> {
  return loaders.batch('adaptive schema', siteId, async (siteIds) => {
    const rows = await db.query(sql`
      SELECT site_id, json_schema, updated_at FROM site_adaptive_schemas
      WHERE site_id = ANY(${[...siteIds]}::text[])`);
    const bySite = new Map(
      rows.map(([id, jsonSchema, updatedAt]): [string, AdaptiveSchema] => [
        id as string,
        {
          jsonSchema,
          attributes: readAdaptiveSchema(jsonSchema),
          updatedAt: updatedAt as Date,
        },
      ]),
    );
    return siteIds.map((id) => bySite.get(id) ?? null);
  });
}
