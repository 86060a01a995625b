import { enumType } from '../../builder/declare-types.ts';
import type { Role } from '../../auth/roles.ts';

/** Values of `defaultLevel` besides null, in the interface's spelling. */
export type DefaultLevelValue = Role | 'inherit';

export const DefaultLevel = enumType(
  'DefaultLevel',
  'The level of members who were granted none; null where they have no access.',
  {
    inherit: 'The default level of the collection above, otherwise the role in the organization.',
    read: 'Reads content only.',
    comment: 'Reads content, and reads and writes comments.',
    edit: 'Edits live content and change requests.',
    review: 'Reviews and merges content.',
    create: 'Creates content.',
    admin: 'Manages content.',
  },
);
