import { builder, type Row } from '../../builder.ts';
import { computedParameter, metadataParameter } from './content-parameters.ts';
import { downloadUrl, signerOf } from './downloads/download-url.ts';
import { GitOriginType } from './git-origin.ts';
import { stateId } from '../../lib/state-id.ts';
import type { FileEntry } from '../../revisions/store/entry.ts';

/** A file in the graph: an entry with its revision. */
export interface FileNode extends FileEntry {
  revision: Row<'Revision'>;
}

const FileDimensions = builder
  .objectRef<{ width: number; height: number }>('FileDimensions')
  .implement({
    description: 'Size of an image as it is shown.',
    fields: (t) => ({
      width: t.exposeInt('width', { description: 'Size in pixels.' }),
      height: t.exposeInt('height', { description: 'Size in pixels.' }),
    }),
  });

export const File = builder.node(builder.objectRef<FileNode>('File'), {
  id: {
    description: 'Identifier of the file in this revision, `file_…@rev_…`.',
    resolve: ({ id, revision }) => stateId(id, revision),
  },
  description:
    'A file of a revision. Immutable: `id` names the file in this revision, `fileId` the file in ' +
    'all revisions. Its bytes are at `downloadURL`.',
  rest: {
    fields: `
      id: fileId name contentType downloadURL size dimensions { width height }
      git @include(if: $metadata) { oid path }`,
    parameters: { metadata: metadataParameter, computed: computedParameter },
  },
  fields: (t) => ({
    fileId: t.exposeID('id', {
      description:
        'Identifier that the file keeps when it is edited, `file_…`; unique in a revision. ' +
        'Arguments, inputs and `/v1` take it.',
    }),
    name: t.exposeString('name', { description: 'Name with extension.' }),
    contentType: t.exposeString('contentType', { description: 'Media type, e.g. `image/png`.' }),
    downloadURL: t.string({
      description:
        'Signed address of the bytes: it works without a token for at least 7 days, and is the ' +
        'same for a day.',
      resolve: async (file, _args, context) => downloadUrl(await signerOf(context), file),
    }),
    size: t.exposeInt('size', { description: 'Size in bytes.' }),
    dimensions: t.field({
      type: FileDimensions,
      nullable: true,
      description: 'Size of an image; null for other files.',
      resolve: ({ dimensions }) => dimensions ?? null,
    }),
    git: t.field({
      type: GitOriginType,
      nullable: true,
      description: 'The file that it was imported from; null if it was not imported.',
      resolve: ({ git }) => git ?? null,
    }),
  }),
});
