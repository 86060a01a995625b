import { hasRoleSql } from '../../auth/membership-sql.ts';
import { organizationOfSpaceSql } from '../../auth/organization-of-space-sql.ts';
import { accessesSpaceSql } from '../../auth/space-visibility-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/**
 * Translations, visible to members of the organization who have access to the source. If the source
 * moved to another organization, all members except guests see it, and can delete it.
 */
export const translationSource = defineSource<Row<'Translation'>>({
  type: 'Translation',
  model: 'Translation',
  table: 'translations',
  visible: (viewerId) => sql`(${hasRoleSql(sql`t.organization_id`, sql`${viewerId}`)} AND (
    ${accessesSpaceSql(sql`t.source_space_id`, sql`${viewerId}`)}
    OR ${organizationOfSpaceSql(sql`t.source_space_id`)} <> t.organization_id))`,
});
