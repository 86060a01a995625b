import { sql } from '../../../database/database.ts';
import { executeLast } from '../../../database/direct-transaction.ts';
import type { ContentIndex } from '../../../revisions/derived/content-index.ts';
import { isComputedRoot } from '../../content/edit/place-computed-pages.ts';

/**
 * Index of computed pages in primary content, with the version that each was computed from. It
 * finds the spaces that show a changed specification.
 */
export const computedPageIndex: ContentIndex = {
  name: 'computed-pages',
  version: 1,
  async update(transaction, { spaceId, pages }) {
    const changed = [...pages.values()];
    const before = changed.flatMap(({ before: page }) =>
      page && isComputedRoot(page) ? page : [],
    );
    const after = changed.flatMap(({ after: page }) => (page && isComputedRoot(page) ? page : []));
    if (before.length > 0) {
      await executeLast(
        transaction,
        sql`DELETE FROM computed_pages
          WHERE space_id = ${spaceId} AND page = ANY(${before.map(({ id }) => id)}::text[])`,
      );
    }
    if (after.length > 0) {
      await executeLast(
        transaction,
        sql`INSERT INTO computed_pages (space_id, page, spec_id, seed)
          SELECT ${spaceId}, * FROM unnest(${after.map(({ id }) => id)}::text[],
            ${after.map(({ computed }) => computed.spec)}::text[],
            ${after.map(({ computed }) => computed.seed ?? null)}::text[])`,
      );
    }
  },
  remove: (transaction, spaceId, limit) =>
    transaction.$executeRaw(sql`
      DELETE FROM computed_pages p WHERE p.ctid IN (
        SELECT ctid FROM computed_pages WHERE space_id = ${spaceId} LIMIT ${limit})`),
};
