import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { sitePermissions } from '../sites/site-access.ts';
import { siteSource } from '../sites/site-source.ts';
import { organizationBasis } from './explain-organization.ts';
import { findExplainedUser } from './explained-user.ts';
import { explainField, explainFlags, type Explanation } from './explanation.ts';

/** Explains the permissions of a site, which depend on the role in its organization. */
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

explainField('Site', 'on the site and everything below it', explainSite);
