import { enumType } from '../../builder/declare-types.ts';
import type { Role } from '../../auth/roles.ts';

/** Role enum of the interface; where nullable, null means guest. */
export const RoleEnum = enumType<Role>(
  'Role',
  'Role of a member, weakest first. Each role includes the roles before it.',
  {
    read: 'Reads content only.',
    comment: 'Reads content, and reads and writes comments.',
    edit: 'Edits live content and change requests.',
    review: 'Reviews and merges content.',
    create: 'Creates content.',
    admin: 'Manages content; creates and deletes spaces.',
  },
);
