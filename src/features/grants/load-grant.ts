import { places, type NamedPlace } from '../../auth/place.ts';
import type { SubjectKind } from '../../auth/require-subjects.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { sql } from '../../database/database.ts';
import { badInput } from '../../errors.ts';
import { grantSource } from './grant.ts';

/** Identifies a grantee in an input, by exactly one of the two ids. */
export interface SubjectRef {
  userId?: string | null | undefined;
  teamId?: string | null | undefined;
}

/** The grantee: a member or a team. */
export interface NamedSubject {
  kind: SubjectKind;
  id: string;
}

/** Returns the grantee of a reference. @throws BAD_USER_INPUT unless it has exactly one id */
export function subjectOf(ref: SubjectRef): NamedSubject {
  const userId = ref.userId ?? null;
  const teamId = ref.teamId ?? null;
  if (userId !== null && teamId === null) return { kind: 'member', id: userId };
  if (userId === null && teamId !== null) return { kind: 'team', id: teamId };
  throw badInput('Give "userId" or "teamId", one of the two.', ['input']);
}

/**
 * Returns the grant of a member or team on a space or collection; null if there is none that the
 * viewer may see.
 */
export async function loadGrant(
  { db, viewer }: Context,
  place: NamedPlace,
  subject: NamedSubject,
): Promise<Row<'Grant'> | null> {
  const subjectColumn = subject.kind === 'member' ? sql`t.user_id` : sql`t.team_id`;
  const [values] = await db.query(sql`
    SELECT ${grantSource.select(viewer.id)} FROM grants t
    WHERE t.${places[place.kind].grantColumn} = ${place.id} AND ${subjectColumn} = ${subject.id}
      AND ${grantSource.visible(viewer.id)}`);
  return values ? grantSource.toRow(values) : null;
}
