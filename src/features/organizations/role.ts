import type { Role as RoleValue } from '../../auth/roles.ts';
import { builder } from '../../builder.ts';

/** Role enum of the interface; where nullable, null means guest. */
export const Role = builder.enumType('Role', {
  description: 'Role of a member, weakest first. Each role includes the roles before it.',
  values: {
    READ: { value: 'read', description: 'Reads content only.' },
    COMMENT: { value: 'comment', description: 'Reads content, and reads and writes comments.' },
    EDIT: { value: 'edit', description: 'Edits live content and change requests.' },
    REVIEW: { value: 'review', description: 'Reviews and merges content.' },
    CREATE: { value: 'create', description: 'Creates content.' },
    ADMIN: { value: 'admin', description: 'Manages content; creates and deletes spaces.' },
  } as const satisfies Record<Uppercase<RoleValue>, { value: RoleValue; description: string }>,
});
