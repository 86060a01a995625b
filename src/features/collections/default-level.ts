import type { Role } from '../../auth/roles.ts';
import { builder } from '../../builder.ts';

/** Values of `defaultLevel` besides null, in the interface's spelling. */
export type DefaultLevelValue = Role | 'inherit';

export const DefaultLevel = builder.enumType('DefaultLevel', {
  description: 'The level of members who were granted none; null where they have no access.',
  values: {
    INHERIT: {
      value: 'inherit',
      description:
        'The default level of the collection above, otherwise the role in the organization.',
    },
    READ: { value: 'read', description: 'Reads content only.' },
    COMMENT: { value: 'comment', description: 'Reads content, and reads and writes comments.' },
    EDIT: { value: 'edit', description: 'Edits live content and change requests.' },
    REVIEW: { value: 'review', description: 'Reviews and merges content.' },
    CREATE: { value: 'create', description: 'Creates content.' },
    ADMIN: { value: 'admin', description: 'Manages content.' },
  } as const,
});
