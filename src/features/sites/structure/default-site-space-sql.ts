import { spaceSource } from '../../spaces/space-source.ts';

/**
 * Returns SQL that is true when a site-space is the default of its section or of the root level. If
 * the space of the chosen default is deleted, the first site-space is the default.
 *
 * @param siteSpace alias of the site-space
 */
export function isDefaultSiteSpaceSql(siteSpace: string): string {
  return `CASE WHEN EXISTS (${shownBeside(siteSpace)} AND o.is_default) THEN ${siteSpace}.is_default
    ELSE NOT EXISTS (${shownBeside(siteSpace)}
      AND (o.position, o.id) < (${siteSpace}.position, ${siteSpace}.id)) END`;
}

/**
 * Returns SQL of the site-spaces `o` on the same level with undeleted spaces, including the given
 * one.
 */
function shownBeside(siteSpace: string): string {
  return `SELECT FROM site_spaces o JOIN ${spaceSource.table} os ON os.id = o.space_id
    WHERE os.deleted_at IS NULL AND (o.section_id = ${siteSpace}.section_id
      OR ${siteSpace}.section_id IS NULL AND o.section_id IS NULL
        AND o.site_id = ${siteSpace}.site_id)`;
}
