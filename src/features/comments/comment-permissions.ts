import { permissionsType } from '../../builder/declare-types.ts';
import type { CommentPermissions } from './comment-access.ts';

/** The permissions of a comment or reply. */
export const CommentPermissionsType = permissionsType<keyof CommentPermissions>(
  'CommentPermissions',
  'Permissions of the viewer on a comment or a reply. The same flags are enforced.',
  {
    view: 'May see it. Needs view access to the space.',
    edit: 'May change its text: its author, with the level `comment`.',
    reply: 'May reply, react and resolve. Needs the level `comment`.',
    delete: 'May delete it: its author, and users with the level `admin`.',
  },
);
