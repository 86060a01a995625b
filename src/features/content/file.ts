import { builder, type Row } from '../../builder.ts';
import { computedParameter, metadataParameter } from './content-parameters.ts';
import { downloadUrl, signerOf } from './downloads/download-url.ts';
import { GitOrigin } from './git-origin.ts';
import type { FileEntry } from './store/entry.ts';

/** A file as the graph passes it on: an entry, and the revision that it is of. */
export interface FileNode extends FileEntry {
  revision: Row<'Revision'>;
}

const FileDimensions = builder
  .objectRef<{ width: number; height: number }>('FileDimensions')
  .implement({
    description: 'Size of an image as it is shown.',
    fields: (t) => ({
      width: t.exposeInt('width', { description: 'In pixels.' }),
      height: t.exposeInt('height', { description: 'In pixels.' }),
    }),
  });

export const File = builder.objectRef<FileNode>('File').implement({
  description: 'A file of a revision. Its bytes are at `downloadURL`.',
  rest: {
    fields: `
      id name contentType downloadURL size dimensions { width height }
      git @include(if: $metadata) { oid path }`,
    parameters: { metadata: metadataParameter, computed: computedParameter },
  },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier, `file_…`; unique in a revision.' }),
    name: t.exposeString('name', { description: 'Name with extension.' }),
    contentType: t.exposeString('contentType', { description: 'Media type, e.g. `image/png`.' }),
    downloadURL: t.string({
      description:
        'Signed address of the bytes: it works without a token for at least 7 days, and is the ' +
        'same for a day.',
      resolve: async (file, _args, context) => downloadUrl(await signerOf(context), file),
    }),
    size: t.exposeInt('size', { description: 'In bytes.' }),
    dimensions: t.field({
      type: FileDimensions,
      nullable: true,
      description: 'Size of an image; null for other files.',
      resolve: ({ dimensions }) => dimensions ?? null,
    }),
    git: t.field({
      type: GitOrigin,
      nullable: true,
      description: 'Where it came from; null when it was not imported.',
      resolve: ({ git }) => git ?? null,
    }),
  }),
});
