import { organizationsOfSql } from '../../auth/can-access-sql.ts';
import { sql, type Sql } from '../../database/database.ts';
import { spaceSource } from '../spaces/space-source.ts';

/** In which spaces something is looked for. In its SQL the space is `t`, and a parent `p.id`. */
export interface SearchScope {
  /** Tells the lists of one scope from others. */
  name: string;
  /** True for the spaces of a parent that the viewer may see. */
  includes: (viewerId: string) => Sql;
}

/** One space, be it deleted: the viewer has come to it, so they may see its content. */
export const spaceScope: SearchScope = {
  name: 'Space.search',
  includes: () => sql`t.id = p.id`,
};

/** The spaces of an organization. */
export const organizationScope: SearchScope = {
  name: 'Organization.search',
  includes: (viewerId) =>
    sql`t.organization_id = p.id AND t.deleted_at IS NULL AND ${spaceSource.visibleInLists(viewerId)}`,
};

/** The spaces of all organizations that the viewer is a member of. */
export const viewerScope: SearchScope = {
  name: 'Query.search',
  includes: (viewerId) =>
    sql`t.organization_id IN (${organizationsOfSql(sql`${viewerId}`)}) AND t.deleted_at IS NULL
      AND ${spaceSource.visibleInLists(viewerId)}`,
};
