import { spaceSource } from '../../spaces/space-source.ts';

/**
 * SQL that is true when a site-space is the default of its section or of the root level: the one
 * that was made it, or, as long as the space of that one is deleted, the first one there.
 *
 * @param siteSpace alias of the site-space
 */
export function isDefaultSiteSpaceSql(siteSpace: string): string {
  return `CASE WHEN EXISTS (${shownBeside(siteSpace)} AND o.is_default) THEN ${siteSpace}.is_default
    ELSE NOT EXISTS (${shownBeside(siteSpace)}
      AND (o.position, o.id) < (${siteSpace}.position, ${siteSpace}.id)) END`;
}

/** The site-spaces `o` on the level of one whose spaces are not deleted, that one included. */
function shownBeside(siteSpace: string): string {
  return `SELECT FROM site_spaces o JOIN ${spaceSource.table} os ON os.id = o.space_id
    WHERE os.deleted_at IS NULL AND (o.section_id = ${siteSpace}.section_id
      OR ${siteSpace}.section_id IS NULL AND o.section_id IS NULL
        AND o.site_id = ${siteSpace}.site_id)`;
}
