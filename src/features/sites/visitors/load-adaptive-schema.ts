import type { Context } from '../../../context.ts';
import { sql } from '../../../database/database.ts';
import { readAdaptiveSchema, type VisitorAttribute } from './read-adaptive-schema.ts';

/** What a site expects to know of its visitors. */
export interface AdaptiveSchema {
  jsonSchema: unknown;
  attributes: readonly VisitorAttribute[];
  updatedAt: Date;
}

/** The adaptive schema of a site that the viewer may see; null where none is defined. Batched. */
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
