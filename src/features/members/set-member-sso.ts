import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { lockMember } from './lock-member.ts';
import { findMember, type MemberKey } from './member-access.ts';

/**
 * Sets whether a member may log in by single sign-on (interface, Organization members).
 *
 * @throws NOT_FOUND, FORBIDDEN below `admin`
 */
export async function setMemberSso(
  context: Context,
  { organizationId, userId }: MemberKey,
  sso: boolean,
): Promise<Row<'Member'>> {
  const key = { organizationId, userId };
  await findMember(context, key, 'edit');
  await context.write(async (transaction) => {
    await lockMember(transaction, context.viewer, key, 'edit');
    await transaction.member.update({ where: { organizationId_userId: key }, data: { sso } });
  });
  return findMember(context, key);
}
