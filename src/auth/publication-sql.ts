import { sql, type Sql } from '../database/database.ts';

// The aliases here are none that a caller gives the row whose id it passes.

/** The visibilities of published sites, widest first. */
const audiences = ['public', 'unlisted', 'share-link', 'visitor-auth'];

/**
 * Who finds a site-space on its published site: those whom the visibility of the site lets in. A
 * condition on it, or on its section, is met by visitors of whom something is known, so that it is
 * for nobody else.
 *
 * @param section the section around the site-space, a row of nulls for none
 */
export function audienceSql(site: Sql, section: Sql, siteSpace: Sql): Sql {
  return sql`CASE WHEN ${section}.condition IS NULL AND ${siteSpace}.condition IS NULL
    THEN ${site}.visibility ELSE 'visitor-auth' END`;
}

/** Puts audiences in order, the widest first. */
export function audienceRankSql(audience: Sql): Sql {
  return sql`array_position(${audiences}::text[], ${audience})`;
}

/** The audiences of a space, one for each published site that shows it. */
function audiencesSql(spaceId: Sql): Sql {
  return sql`SELECT ${audienceSql(sql`on_site`, sql`around`, sql`placed`)} AS audience
    FROM site_spaces placed JOIN sites on_site ON on_site.id = placed.site_id
    LEFT JOIN site_sections around ON around.id = placed.section_id
    WHERE placed.space_id = ${spaceId} AND on_site.published`;
}

/** The widest audience of the space on published sites; NULL when none shows it. */
export function publishedVisibilitySql(spaceId: Sql): Sql {
  return sql`(
    SELECT found.audience FROM (${audiencesSql(spaceId)}) found
    ORDER BY ${audienceRankSql(sql`found.audience`)} LIMIT 1
  )`;
}

/** True when the space is published to everybody: it takes no key, no token and no claim. */
export function isPublishedSql(spaceId: Sql): Sql {
  return sql`EXISTS (
    SELECT FROM (${audiencesSql(spaceId)}) found WHERE found.audience IN ('public', 'unlisted')
  )`;
}
