import { decisionOnPlaceSql } from '../../auth/place-sql.ts';
import type { PlaceKind } from '../../auth/place.ts';
import type { Decision } from '../../auth/decision.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { sql } from '../../database/database.ts';
import {
  collectionPermissions,
  collectionRoleFor as collectionRoles,
} from '../collections/collection-access.ts';
import { collectionSource } from '../collections/collection-source.ts';
import { spaceRoleFor as spaceRoles, spacePermissions } from '../spaces/space-access.ts';
import { spaceSource } from '../spaces/space-source.ts';
import { basisOf, type Basis } from './access-reason.ts';
import { basisOutside, findExplainedUser, type ExplainedUser } from './explained-user.ts';
import { explainField, explainFlags, type Explanation } from './explanation.ts';

/** Returns the basis of a user's level on a space or collection. Batched, for lists of them. */
export async function placeBasis(
  { db, loaders }: Context,
  kind: PlaceKind,
  id: string,
  { viewer, outside }: ExplainedUser,
): Promise<Basis> {
  if (outside) return basisOutside(outside);
  const userId = viewer.id;
  const decision = await loaders.batch(`decisions on ${kind} for ${userId}`, id, async (ids) => {
    const rows = await db.query(sql`
      SELECT ${decisionOnPlaceSql(kind, sql`asked.id`, sql`${userId}`)}
      FROM unnest(${[...ids]}::text[]) WITH ORDINALITY asked(id, number) ORDER BY asked.number`);
    return rows.map(([decided]) => decided as Decision | null);
  });
  return decision ? basisOf(decision) : basisOutside('NOT_A_MEMBER');
}

/** Explains the permissions of a space, as the user sees it. */
async function explainSpace(
  context: Context,
  { id, organizationId, deletedAt, editMode }: Row<'Space'>,
  userId: string | null | undefined,
): Promise<Explanation> {
  const user = await findExplainedUser(context, organizationId, userId);
  const [space, basis] = await Promise.all([
    user.loaders.one(spaceSource, id),
    placeBasis(context, 'space', id, user),
  ]);
  const flags = space ? spacePermissions(space) : undefined;
  const names = ['view', 'access', ...typedKeys(spaceRoles)] as const;
  return {
    userId: user.viewer.id,
    basis: space ? basis : { ...basis, level: null },
    flags: explainFlags(names, flags, (flag, allowed) => {
      const needs = flag === 'view' || flag === 'access' ? 'read' : spaceRoles[flag];
      const locked = flag === 'edit' && editMode === 'locked';
      const restriction = deletedAt && flag !== 'view' ? 'DELETED' : locked ? 'LOCKED' : null;
      const rule = { level: basis.level, needs, scope: 'RESOURCE', restriction } as const;
      if (allowed && basis.level === null) return { ...rule, reason: 'PUBLISHED' };
      if (!space && deletedAt && basis.level !== null) {
        return { ...rule, needs: 'admin', reason: 'DELETED' };
      }
      return { ...rule, reason: basis.reason };
    }),
  };
}

/** Explains the permissions of a collection, as the user sees it. */
async function explainCollection(
  context: Context,
  { id, organizationId }: Row<'Collection'>,
  userId: string | null | undefined,
): Promise<Explanation> {
  const user = await findExplainedUser(context, organizationId, userId);
  const [collection, basis] = await Promise.all([
    user.loaders.one(collectionSource, id),
    placeBasis(context, 'collection', id, user),
  ]);
  const flags = collection ? collectionPermissions(collection) : undefined;
  return {
    userId: user.viewer.id,
    basis,
    flags: explainFlags(typedKeys(collectionRoles), flags, (flag) => ({
      ...basis,
      needs: collectionRoles[flag],
      scope: 'RESOURCE',
    })),
  };
}

const typedKeys = <Key extends string>(record: Readonly<Record<Key, unknown>>) =>
  Object.keys(record) as Key[];

explainField('Space', 'on the space', explainSpace);
explainField('Collection', 'on the collection', explainCollection);
