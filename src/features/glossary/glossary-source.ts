import { hasRoleSql } from '../../auth/membership-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/** Glossary entries, visible to all members of the organization except guests. */
export const glossarySource = defineSource<Row<'GlossaryEntry'>>({
  type: 'GlossaryEntry',
  model: 'GlossaryEntry',
  table: 'glossary_entries',
  visible: (viewerId) => hasRoleSql(sql`t.organization_id`, sql`${viewerId}`),
});
