import { sql, type Sql } from '../database/database.ts';

/** The visibilities of published sites, widest first. */
const audiences = ['public', 'unlisted', 'share-link', 'visitor-auth'];

/** The widest visibility among the published sites that show the space; NULL when none does. */
export function publishedVisibilitySql(spaceId: Sql): Sql {
  return sql`(
    SELECT s.visibility FROM site_spaces ss JOIN sites s ON s.id = ss.site_id
    WHERE ss.space_id = ${spaceId} AND s.published
    ORDER BY array_position(${audiences}::text[], s.visibility) LIMIT 1
  )`;
}

/** True when the space is published to everybody: no key and no visitor token is needed. */
export function isPublishedSql(spaceId: Sql): Sql {
  return sql`EXISTS (
    SELECT FROM site_spaces ss JOIN sites s ON s.id = ss.site_id
    WHERE ss.space_id = ${spaceId} AND s.published AND s.visibility IN ('public', 'unlisted')
  )`;
}
