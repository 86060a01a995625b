import { levelOf } from '../../auth/roles.ts';
import { builder, type Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import {
  organizationPermissions,
  roleFor,
  type OrganizationPermissions,
} from '../organizations/organization-access.ts';
import { siteSource } from '../sites/site-source.ts';
import { sitePermissions } from '../sites/site-access.ts';
import type { Basis } from './access-reason.ts';
import { basisOutside, findExplainedUser, type ExplainedUser } from './explained-user.ts';
import {
  AccessExplanation,
  explainArguments,
  explainFlags,
  type Explanation,
} from './explanation.ts';

/** What gives a user their level in an organization: their role, which guests have not. */
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
      return { ...rule, needs: roleFor[flag] };
    }),
  };
}

/** Explains the flags of a site: they rest on the role in its organization. */
async function explainSite(
  context: Context,
  { id, organizationId }: Row<'Site'>,
  userId: string | null | undefined,
): Promise<Explanation> {
  const user = await findExplainedUser(context, organizationId, userId);
  const site = await user.loaders.one(siteSource, id);
  const basis = organizationBasis(user, organizationId);
  const flags = site ? sitePermissions(user.viewer, site) : undefined;
  return {
    userId: user.viewer.id,
    basis,
    flags: explainFlags(['view', 'edit'], flags, (flag, allowed) => ({
      ...basis,
      ...(allowed && basis.reason === 'GUEST' && { reason: 'SHARED_SPACE' }),
      needs: flag === 'view' ? 'read' : 'create',
      scope: 'ORGANIZATION',
    })),
  };
}

builder.prismaObjectFields('Organization', (t) => ({
  explainAccess: t.field({
    type: AccessExplanation,
    description: 'What somebody may do in the organization, and why.',
    args: explainArguments(t.arg),
    resolve: (organization, { userId }, context) =>
      explainOrganization(context, organization, userId),
  }),
}));

builder.prismaObjectFields('Site', (t) => ({
  explainAccess: t.field({
    type: AccessExplanation,
    description: 'What somebody may do with the site and all below it, and why.',
    args: explainArguments(t.arg),
    resolve: (site, { userId }, context) => explainSite(context, site, userId),
  }),
}));
