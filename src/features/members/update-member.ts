import { z } from 'zod';
import { roles } from '../../auth/roles.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { executeLast } from '../../database/direct-transaction.ts';
import { updateSql } from '../../database/write-sql.ts';
import { conflict } from '../../errors.ts';
import { isActiveAdmin, lockMember, requireOtherAdmin } from './lock-member.ts';
import { findMember, type MemberKey } from './member-access.ts';

/** Changes to a member. An absent field keeps its value; a null role makes a guest. */
export const memberChanges = z.object({
  role: z.enum(roles).nullish(),
  disabled: z.boolean().optional(),
});

/**
 * Changes the role or access of a member (interface, Organization members).
 *
 * @throws NOT_FOUND, FORBIDDEN below `admin`, CONFLICT when no admin would remain, and for members
 *   who disable themselves
 */
export async function updateMember(
  context: Context,
  key: MemberKey,
  changes: z.output<typeof memberChanges>,
): Promise<Row<'Member'>> {
  await findMember(context, key, 'edit');
  const { viewer } = context;
  const { role, disabled } = changes;
  if (disabled === true && key.userId === viewer.id) {
    throw conflict('You cannot disable yourself: leave the organization, or ask another admin.');
  }
  await context.write(async (transaction) => {
    const member = await lockMember(transaction, viewer, key, 'edit');
    const changed = {
      role: role === undefined ? member.role : role,
      disabled: disabled ?? member.disabled,
    };
    if (isActiveAdmin(member) && !isActiveAdmin(changed)) await requireOtherAdmin(transaction, key);
    await executeLast(transaction, updateSql('members', { ...key }, changed));
  });
  if (key.userId === viewer.id) await context.renewViewer();
  return findMember(context, key);
}
