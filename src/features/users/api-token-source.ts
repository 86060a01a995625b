import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/** An API token exists for the user it speaks for, until it is revoked. */
export const apiTokenSource = defineSource<Row<'ApiToken'>>({
  type: 'ApiToken',
  model: 'ApiToken',
  table: 'api_tokens',
  visible: (viewerId) => sql`(t.user_id = ${viewerId} AND t.revoked_at IS NULL)`,
});
