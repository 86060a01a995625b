import { sql, type Sql } from '../database/database.ts';

// The aliases here are none that a caller gives the row whose id it passes.

/** The visibilities of published sites, widest first. */
const audiences = ['public', 'unlisted', 'share-link', 'visitor-auth'];

/**
 * Returns the audience of a site-space on its published site, which is the visibility of the site.
 * With a condition on it or on its section, the audience is `visitor-auth`, as only visitors with
 * claims can meet it.
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

/**
 * The audiences of spaces, one for each published site that shows one.
 *
 * @param condition on the site-space `placed` and the site `on_site`
 */
function audiencesSql(condition: Sql): Sql {
  return sql`SELECT placed.space_id, ${audienceSql(sql`on_site`, sql`around`, sql`placed`)} AS audience
    FROM site_spaces placed JOIN sites on_site ON on_site.id = placed.site_id
    LEFT JOIN site_sections around ON around.id = placed.section_id
    WHERE ${condition} AND on_site.published`;
}

const isForEverybody = sql`found.audience IN ('public', 'unlisted')`;

/** The widest audience of the space on published sites; NULL when none shows it. */
export function publishedVisibilitySql(spaceId: Sql): Sql {
  return sql`(
    SELECT found.audience FROM (${audiencesSql(sql`placed.space_id = ${spaceId}`)}) found
    ORDER BY ${audienceRankSql(sql`found.audience`)} LIMIT 1
  )`;
}

/** True when the space is published to everybody: it takes no key, no token and no claim. */
export function isPublishedSql(spaceId: Sql): Sql {
  return sql`EXISTS (
    SELECT FROM (${audiencesSql(sql`placed.space_id = ${spaceId}`)}) found WHERE ${isForEverybody}
  )`;
}

/** The ids of spaces of some organizations that are published to everybody. */
export function publishedSpacesSql(organizationIds: Sql): Sql {
  const ofThese = sql`on_site.organization_id IN (${organizationIds})`;
  return sql`SELECT found.space_id FROM (${audiencesSql(ofThese)}) found WHERE ${isForEverybody}`;
}
