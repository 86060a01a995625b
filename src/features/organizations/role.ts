import type { Role as RoleValue } from '../../auth/roles.ts';
import { builder } from '../../builder.ts';

/** Role enum of the interface; where nullable, null means guest. */
export const Role = builder.enumType('Role', {
  description: 'What a member may do, weakest first. Each role includes those before it.',
  values: {
    READ: { value: 'read', description: 'Read only.' },
    COMMENT: { value: 'comment', description: 'Access content and discussions.' },
    EDIT: { value: 'edit', description: 'Edit live content or change requests.' },
    REVIEW: { value: 'review', description: 'Review content.' },
    CREATE: { value: 'create', description: 'Create content.' },
    ADMIN: { value: 'admin', description: 'Administrate content, create and delete spaces.' },
  } as const satisfies Record<Uppercase<RoleValue>, { value: RoleValue; description: string }>,
});
