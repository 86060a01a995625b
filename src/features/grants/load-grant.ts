import { places, type NamedPlace } from '../../auth/place.ts';
import type { SubjectKind } from '../../auth/require-subjects.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { sql } from '../../database/database.ts';
import { badInput } from '../../errors.ts';
import { grantSource } from './grant.ts';

/** Names whom a grant is to: by one of the two. */
export interface SubjectRef {
  userId?: string | null | undefined;
  teamId?: string | null | undefined;
}

/** To whom a grant is. */
export interface NamedSubject {
  kind: SubjectKind;
  id: string;
}

/** Whom a reference names. @throws BAD_USER_INPUT when it names nobody, or two */
export function subjectOf(ref: SubjectRef): NamedSubject {
  const userId = ref.userId ?? null;
  const teamId = ref.teamId ?? null;
  if (userId !== null && teamId === null) return { kind: 'member', id: userId };
  if (userId === null && teamId !== null) return { kind: 'team', id: teamId };
  throw badInput('Give "userId" or "teamId", one of the two.', ['input']);
}

/** What somebody was granted on a place; null when nothing was, as far as the viewer may see. */
export async function loadGrant(
  { db, viewer }: Context,
  place: NamedPlace,
  subject: NamedSubject,
): Promise<Row<'Grant'> | null> {
  // PostgreSQL knows no text with U+0000, so nothing has such an id.
  if (place.id.includes('\0') || subject.id.includes('\0')) return null;
  const subjectColumn = subject.kind === 'member' ? sql`t.user_id` : sql`t.team_id`;
  const [values] = await db.query(sql`
    SELECT ${grantSource.select(viewer.id)} FROM grants t
    WHERE t.${places[place.kind].grantColumn} = ${place.id} AND ${subjectColumn} = ${subject.id}
      AND ${grantSource.visible(viewer.id)}`);
  return values ? grantSource.toRow(values) : null;
}
