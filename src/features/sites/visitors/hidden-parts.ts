import type { Context } from '../../../context.ts';
import { sql } from '../../../database/database.ts';
import { conditionHolds, type Visitor } from '../../../lib/conditions/evaluate-condition.ts';

/** A section or a site-space, with what decides whether it is shown. */
interface Part {
  id: string;
  condition: string | null;
  /** What it lies in: a section group, a section; null at the top. */
  parentId: string | null;
}

/**
 * The ids of what a site does not show a visitor: the sections and site-spaces whose condition does
 * not hold, what lies in them, and what holds nothing that is shown.
 */
export async function hiddenParts(
  { db }: Context,
  siteId: string,
  visitor: Visitor,
): Promise<string[]> {
  const [sections, siteSpaces] = await Promise.all([
    db.query(sql`SELECT id, condition, group_id FROM site_sections WHERE site_id = ${siteId}`),
    db.query(sql`SELECT id, condition, section_id FROM site_spaces WHERE site_id = ${siteId}`),
  ]);
  return hiddenFrom(visitor, sections.map(toPart), siteSpaces.map(toPart));
}

function toPart(row: readonly unknown[]): Part {
  const [id, condition, parentId] = row as [string, string | null, string | null];
  return { id, condition, parentId };
}

function hiddenFrom(
  visitor: Visitor,
  sections: readonly Part[],
  siteSpaces: readonly Part[],
): string[] {
  // Many parts have the same condition.
  const known = new Map<string | null, boolean>();
  const holds = (condition: string | null): boolean => {
    const result = known.get(condition) ?? conditionHolds(condition, visitor);
    known.set(condition, result);
    return result;
  };
  const closed = new Set(sections.filter(({ condition }) => !holds(condition)).map(idOf));
  const hiddenSpaces = siteSpaces.filter(
    ({ condition, parentId }) => !holds(condition) || (parentId !== null && closed.has(parentId)),
  );
  const emptied = emptiedBy(hiddenSpaces, siteSpaces);
  const hiddenSections = sections.filter(({ id }) => closed.has(id) || emptied.has(id));
  const groups = emptiedBy(hiddenSections, sections);
  return [...hiddenSpaces.map(idOf), ...hiddenSections.map(idOf), ...groups];
}

/** The parents all of whose children are hidden; those without children are as they were. */
function emptiedBy(hidden: readonly Part[], all: readonly Part[]): Set<string> {
  const hiddenIds = new Set(hidden.map(idOf));
  const holding = new Set(
    all.filter(({ id }) => !hiddenIds.has(id)).map(({ parentId }) => parentId),
  );
  const parents = hidden.map(({ parentId }) => parentId).filter((id) => id !== null);
  return new Set(parents.filter((id) => !holding.has(id)));
}

function idOf({ id }: Part): string {
  return id;
}
