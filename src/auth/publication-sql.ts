import { sql, type Sql } from '../database/database.ts';

// The aliases here are none that a caller gives the row whose id it passes.

/** The visibilities of published sites, widest first. */
const audiences = ['public', 'unlisted', 'share-link', 'visitor-auth'];

/** The widest visibility among the published sites that show the space; NULL when none does. */
export function publishedVisibilitySql(spaceId: Sql): Sql {
  return sql`(
    SELECT on_site.visibility
    FROM site_spaces placed JOIN sites on_site ON on_site.id = placed.site_id
    WHERE placed.space_id = ${spaceId} AND on_site.published
    ORDER BY array_position(${audiences}::text[], on_site.visibility) LIMIT 1
  )`;
}

/** True when the space is published to everybody: no key and no visitor token is needed. */
export function isPublishedSql(spaceId: Sql): Sql {
  return sql`EXISTS (
    SELECT FROM site_spaces placed JOIN sites on_site ON on_site.id = placed.site_id
    WHERE placed.space_id = ${spaceId} AND on_site.published
      AND on_site.visibility IN ('public', 'unlisted')
  )`;
}
