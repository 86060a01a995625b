import { builder } from '../../builder.ts';
import type { CommentPermissions } from './comment-access.ts';

/** The permissions of a comment or reply. */
export const CommentPermissionsType = builder
  .objectRef<CommentPermissions>('CommentPermissions')
  .implement({
    description: 'Permissions of the viewer on a comment or a reply. The same flags are enforced.',
    rest: { fields: 'view edit reply delete' },
    fields: (t) => ({
      view: t.exposeBoolean('view', { description: 'May see it: who may view the space.' }),
      edit: t.exposeBoolean('edit', {
        description: 'May change its text: its author, with the level `comment`.',
      }),
      reply: t.exposeBoolean('reply', {
        description: 'May reply, react and resolve. Needs the level `comment`.',
      }),
      delete: t.exposeBoolean('delete', {
        description: 'May delete it: its author, or who has the level `admin`.',
      }),
    }),
  });
