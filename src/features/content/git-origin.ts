import { builder } from '../../builder.ts';
import type { GitOrigin as GitOriginValue } from '../../revisions/store/entry.ts';

export const GitOriginType = builder.objectRef<GitOriginValue>('GitOrigin').implement({
  description: 'Origin of content in a git repository or a folder.',
  fields: (t) => ({
    oid: t.exposeString('oid', { description: 'Git’s object id of the file: its SHA-1.' }),
    path: t.exposeString('path', { description: 'Path of the file in the repository.' }),
  }),
});
