import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/** API tokens, visible to their user until they are revoked. */
export const apiTokenSource = defineSource<Row<'ApiToken'>>({
  type: 'ApiToken',
  model: 'ApiToken',
  table: 'api_tokens',
  visible: (viewerId) => sql`(t.user_id = ${viewerId} AND t.revoked_at IS NULL)`,
});
