import type { Role } from '../../auth/roles.ts';
import { builder } from '../../builder.ts';

/** Values of `defaultLevel` besides null, in the interface's spelling. */
export type DefaultLevelValue = Role | 'inherit';

export const DefaultLevel = builder.enumType('DefaultLevel', {
  description: 'The level of members who were granted none; null where they have no access.',
  values: {
    INHERIT: {
      value: 'inherit',
      description: 'That of the collection above, or else the role in the organization.',
    },
    READ: { value: 'read', description: 'Read only.' },
    COMMENT: { value: 'comment', description: 'Access content and discussions.' },
    EDIT: { value: 'edit', description: 'Edit live content or change requests.' },
    REVIEW: { value: 'review', description: 'Review content.' },
    CREATE: { value: 'create', description: 'Create content.' },
    ADMIN: { value: 'admin', description: 'Administrate content.' },
  } as const,
});
