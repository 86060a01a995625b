import { hasRoleSql } from '../../auth/membership-sql.ts';
import { organizationOfSpaceSql } from '../../auth/organization-of-space-sql.ts';
import { accessesSpaceSql } from '../../auth/space-visibility-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/**
 * A translation exists for members of the organization who have a level on its source. Where that
 * went to another organization, it exists for all members but guests, who can delete it.
 */
export const translationSource = defineSource<Row<'Translation'>>({
  type: 'Translation',
  model: 'Translation',
  table: 'translations',
  visible: (viewerId) => sql`(${hasRoleSql(sql`t.organization_id`, sql`${viewerId}`)} AND (
    ${accessesSpaceSql(sql`t.source_space_id`, sql`${viewerId}`)}
    OR ${organizationOfSpaceSql(sql`t.source_space_id`)} <> t.organization_id))`,
});
