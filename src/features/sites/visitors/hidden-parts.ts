import type { Context } from '../../../context.ts';
import { rawSql, sql } from '../../../database/database.ts';
import { conditionHolds, type Visitor } from '../../../lib/conditions/evaluate-condition.ts';
import { spaceSource } from '../../spaces/space-source.ts';

/** Section group, section or site-space, with the data that decides its visibility. */
export interface SitePart {
  id: string;
  condition: string | null;
  /** Parent section group or section; null at the top. */
  parentId: string | null;
}

/**
 * Returns the ids of the parts that a site hides from a visitor. These are sections and site-spaces
 * whose condition is false, their contents, and parents without visible content; deleted spaces are
 * not visible.
 */
export async function hiddenParts(
  { db }: Context,
  siteId: string,
  visitor: Visitor,
): Promise<string[]> {
  const [groups, sections, siteSpaces] = await Promise.all([
    db.query(sql`SELECT id, NULL, NULL FROM site_section_groups WHERE site_id = ${siteId}`),
    db.query(sql`SELECT id, condition, group_id FROM site_sections WHERE site_id = ${siteId}`),
    db.query(sql`SELECT ss.id, ss.condition, ss.section_id
      FROM site_spaces ss JOIN ${rawSql(spaceSource.table)} sp ON sp.id = ss.space_id
      WHERE ss.site_id = ${siteId} AND sp.deleted_at IS NULL`),
  ]);
  return hiddenFrom(visitor, groups.map(toPart), sections.map(toPart), siteSpaces.map(toPart));
}

function toPart(row: readonly unknown[]): SitePart {
  const [id, condition, parentId] = row as [string, string | null, string | null];
  return { id, condition, parentId };
}

/** Returns the ids of the parts that a visitor does not see; `parentId` of each is above. */
export function hiddenFrom(
  visitor: Visitor,
  groups: readonly SitePart[],
  sections: readonly SitePart[],
  siteSpaces: readonly SitePart[],
): string[] {
  // Many parts share a condition.
  const known = new Map<string | null, boolean>();
  const holds = ({ condition }: SitePart): boolean => {
    const result = known.get(condition) ?? conditionHolds(condition, visitor);
    known.set(condition, result);
    return result;
  };
  const open = new Set(sections.filter(holds).map(({ id }) => id));
  const shownSpaces = siteSpaces.filter(
    (siteSpace) =>
      holds(siteSpace) && (siteSpace.parentId === null || open.has(siteSpace.parentId)),
  );
  const shownSections = parentsOf(sections, shownSpaces);
  const shownGroups = parentsOf(groups, shownSections);
  const shown = new Set([...shownGroups, ...shownSections, ...shownSpaces]);
  const all = [...groups, ...sections, ...siteSpaces];
  return all.filter((part) => !shown.has(part)).map(({ id }) => id);
}

/** Returns the parts that have children. */
function parentsOf(parts: readonly SitePart[], children: readonly SitePart[]): SitePart[] {
  const parentIds = new Set(children.map(({ parentId }) => parentId));
  return parts.filter(({ id }) => parentIds.has(id));
}
