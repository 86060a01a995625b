import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';
import { shownTitleSql } from './shown-names-sql.ts';
import { siteVisibility } from './site-visibility-sql.ts';

/** Sites, visible to every member with a role, and to guests if they can see one of its spaces. */
export const siteSource = defineSource<Row<'Site'>>({
  type: 'Site',
  model: 'Site',
  table: 'sites',
  computed: { title: (viewerId) => shownTitleSql('site', sql`t`, viewerId) },
  cheap: ['title'],
  ...siteVisibility(sql`t.organization_id`, sql`gs.site_id = t.id`),
});
