import { z } from 'zod';
import { roles } from '../../auth/roles.ts';
import { writeChecked, type Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { executeLast } from '../../database/direct-transaction.ts';
import { updateSql } from '../../database/write-sql.ts';
import { alreadyUsed, badInput } from '../../errors.ts';
import { webUrl } from '../../lib/web-url.ts';
import type { WrittenRow } from '../../pagination/payload-row.ts';
import { lockOrganizationFor } from './lock-organization-for.ts';
import { emailDomains, organizationTitle } from './organization-limits.ts';
import { findOrganization } from './organization-access.ts';

/**
 * Changes to an organization (interface, Limits). An absent field keeps its value, null clears it.
 */
export const organizationChanges = z.object({
  title: organizationTitle.optional(),
  emailDomains: emailDomains.optional(),
  hostname: z
    .string()
    .min(3)
    .max(32)
    .regex(/^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$/)
    .nullish(),
  logo: webUrl.nullish(),
  defaultRole: z.enum(roles).nullish(),
  defaultContent: z.object({ site: z.string() }).nullish(),
  sso: z.boolean().optional(),
  ai: z.boolean().optional(),
  inviteLinks: z.boolean().optional(),
});

/**
 * Changes an organization (interface, Organizations).
 *
 * @throws NOT_FOUND, FORBIDDEN below `admin`, BAD_USER_INPUT for default content that is not a site
 *   of the organization, CONFLICT for a hostname that is taken
 */
export async function updateOrganization(
  context: Context,
  id: string,
  changes: z.output<typeof organizationChanges>,
): Promise<WrittenRow> {
  const { defaultContent, logo, ...columns } = changes;
  const work = async (transaction: PrismaTransaction) => {
    await lockOrganizationFor(transaction, context.viewer, id, 'admin');
    if (defaultContent) {
      const { site } = defaultContent;
      const own = await transaction.organization.count({
        where: { id, sites: { some: { id: site } } },
      });
      if (own === 0) {
        throw badInput(`"defaultContent.site" must be a site of the organization.`, [
          'input',
          'defaultContent',
        ]);
      }
    }
    if (columns.hostname) {
      const { hostname } = columns;
      const taken = await transaction.organization.count({
        where: { hostname, NOT: { id } },
      });
      if (taken > 0) throw alreadyUsed('hostname', hostname, 'organization');
    }
    const changed = updateSql(
      'organizations',
      { id },
      {
        ...columns,
        logoUrl: logo,
        defaultSiteId: defaultContent && defaultContent.site,
      },
    );
    await executeLast(transaction, changed);
    return { id };
  };
  return writeChecked(
    context,
    () => findOrganization(context, id, 'admin'),
    () => context.write(work),
  );
}
