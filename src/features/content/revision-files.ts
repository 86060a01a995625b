import { connectionType } from '../../builder/declare-types.ts';
import { builder, type Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { listField } from '../../pagination/list-field.ts';
import { metadataParameter, WHOLE_CONTENT_COST } from './content-parameters.ts';
import { RevisionFiles } from './content-scalars.ts';
import { registerContentNodes } from './content-nodes.ts';
import { File, type FileNode } from './file.ts';
import { lastingIdArgument } from '../../lib/lasting-id.ts';
import { filesOf } from './load-content.ts';
import { downloadUrl, signerOf } from './downloads/download-url.ts';
import type { FileEntry } from '../../revisions/store/entry.ts';

builder.prismaObjectFields('Revision', (t) => ({
  fileCount: t.exposeInt('fileCount', { description: 'Number of files.' }),
  files: t.field({
    type: connectionType(File, 'file'),
    description: 'The files, in the order in which they were added.',
    rest: {
      route: 'GET /files',
      operationId: {
        Space: 'listFiles',
        'Space.revision': 'listFilesInRevisionById',
        ChangeRequest: 'listFilesInChangeRequestById',
      },
    },
    args: t.arg.connectionArgs(),
    ...listField<Row<'Revision'>, FileNode, Context>({
      name: 'Revision.files',
      load: async (revision, context) => {
        const files = await filesOf(context, revision);
        return files.map((file) => ({ ...file, revision }));
      },
      keyOf: ({ id }) => id,
    }),
  }),
  fileList: t.field({
    type: RevisionFiles,
    description: 'All files as `/v1` shows them.',
    args: {
      metadata: t.arg.boolean({ defaultValue: true, description: metadataParameter.description }),
    },
    complexity: WHOLE_CONTENT_COST,
    resolve: async (revision, { metadata }, context) => {
      const files = await filesOf(context, revision);
      return fileResources(context, files, { metadata: metadata ?? true });
    },
  }),
  file: t.field({
    type: File,
    nullable: true,
    description: 'A file by its id.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the file.', validate: lastingIdArgument }),
    },
    rest: {
      route: 'GET /files/{fileId}',
      operationId: {
        Space: 'getFileById',
        'Space.revision': 'getFileInRevisionById',
        ChangeRequest: 'getFileInChangeRequestById',
      },
    },
    resolve: (revision, { id }, context) => findFile(context, revision, id),
  }),
}));

async function findFile(
  context: Context,
  revision: Row<'Revision'>,
  id: string,
): Promise<FileNode | null> {
  const files = await filesOf(context, revision);
  const found = files.find((file) => file.id === id);
  return found ? { ...found, revision } : null;
}

registerContentNodes(
  'File',
  (context, revision, { lastingId, asSource }) =>
    asSource ? Promise.resolve(null) : findFile(context, revision, lastingId),
  () => 'File',
);

/** Returns files as on `/v1`, without resolving GraphQL fields for each. */
export async function fileResources(
  context: Pick<Context, 'db' | 'addresses' | 'now'>,
  files: readonly FileEntry[],
  options: { metadata: boolean },
): Promise<object[]> {
  if (files.length === 0) return [];
  const signer = await signerOf(context);
  return files.map((file) => ({
    id: file.id,
    name: file.name,
    contentType: file.contentType,
    downloadURL: downloadUrl(signer, file),
    size: file.size,
    ...(file.dimensions && { dimensions: file.dimensions }),
    ...(file.git && options.metadata && { git: file.git }),
  }));
}
