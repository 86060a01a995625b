import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';
import { siteVisibility } from './site-visibility-sql.ts';

/** A site exists for every member with a role; for guests when it shows a space of theirs. */
export const siteSource = defineSource<Row<'Site'>>({
  type: 'Site',
  model: 'Site',
  table: 'sites',
  ...siteVisibility(sql`t.organization_id`, sql`gs.site_id = t.id`),
});
