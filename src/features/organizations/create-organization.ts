import { z } from 'zod';
import { requireFreeToJoin } from '../../auth/require-free-to-join.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { conflict } from '../../errors.ts';
import { newId } from '../../lib/id.ts';
import { lockUser } from '../users/lock-user.ts';
import { findOrganization } from './organization-access.ts';
import {
  emailDomains,
  organizationTitle,
  organizationTypes,
  organizationUseCases,
} from './organization-limits.ts';

/** Maximum number of organizations of which a user is an admin when creating another. */
export const ORGANIZATIONS_PER_ADMIN_MAX = 100;

/** Input for a new organization. */
export const newOrganization = z.object({
  title: organizationTitle,
  emailDomains: emailDomains.optional(),
  type: z.enum(organizationTypes).optional(),
  useCase: z.enum(organizationUseCases).optional(),
});

/**
 * Creates an organization with the viewer as its admin.
 *
 * @throws CONFLICT for an admin of 100 organizations, FORBIDDEN for a user of single sign-on
 */
export async function createOrganization(
  context: Context,
  fields: z.output<typeof newOrganization>,
): Promise<Row<'Organization'>> {
  const { viewer } = context;
  requireFreeToJoin(viewer, null);
  const now = context.now();
  const admin = { userId: viewer.id, role: 'admin' };
  const id = await context.write(async (transaction) => {
    // Concurrent creations must not both pass the limit.
    await lockUser(transaction, viewer.id);
    const count = await transaction.organization.count({ where: { members: { some: admin } } });
    if (count >= ORGANIZATIONS_PER_ADMIN_MAX) {
      throw conflict(
        `You are an admin of ${ORGANIZATIONS_PER_ADMIN_MAX} organizations, the most for someone ` +
          'who creates another: leave one first.',
      );
    }
    const organization = await transaction.organization.create({
      data: {
        ...fields,
        id: newId('Organization'),
        createdAt: now,
        members: { create: { ...admin, joinedAt: now } },
      },
    });
    return organization.id;
  });
  await context.renewViewer();
  return findOrganization(context, id);
}
