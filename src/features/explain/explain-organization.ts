import { levelOf } from '../../auth/roles.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import {
  organizationPermissions,
  organizationRoleFor,
  type OrganizationPermissions,
} from '../organizations/organization-access.ts';
import type { Basis } from './access-reason.ts';
import { basisOutside, findExplainedUser, type ExplainedUser } from './explained-user.ts';
import { explainField, explainFlags, type Explanation } from './explanation.ts';

/** Returns the basis of a user's level in an organization: their role, which guests lack. */
export function organizationBasis(
  { viewer, outside }: ExplainedUser,
  organizationId: string,
): Basis {
  if (outside) return basisOutside(outside);
  const role = viewer.memberships.get(organizationId)?.role ?? null;
  if (role === null) return { level: null, reason: 'GUEST' };
  return { level: levelOf(role), reason: 'ORGANIZATION_ROLE' };
}

async function explainOrganization(
  context: Context,
  { id }: Row<'Organization'>,
  userId: string | null | undefined,
): Promise<Explanation> {
  const user = await findExplainedUser(context, id, userId);
  const basis = organizationBasis(user, id);
  const flags = organizationPermissions(user.viewer, id);
  const names = Object.keys(flags) as (keyof OrganizationPermissions)[];
  return {
    userId: user.viewer.id,
    basis,
    flags: explainFlags(names, flags, (flag) => {
      const rule = { ...basis, needs: null, scope: 'ORGANIZATION' } as const;
      if (user.outside) return rule;
      if (flag === 'view') return { ...rule, reason: 'MEMBERSHIP' };
      if (flag === 'ownTeam') return { ...rule, reason: 'TEAM_OWNERSHIP' };
      return { ...rule, needs: organizationRoleFor[flag] };
    }),
  };
}

explainField('Organization', 'in the organization', explainOrganization);
