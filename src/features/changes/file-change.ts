import { builder } from '../../builder.ts';
import type { FileDiffEntry as Change } from '../../revisions/changes/content-diff-entry.ts';
import { File, type FileNode } from '../content/file.ts';
import type { ChangeNode } from './comparison.ts';
import { changeBody, ContentChange } from './content-change.ts';

const FileChange = builder.interfaceRef<ChangeNode<Change>>('FileChange');

FileChange.implement({
  description: 'A change of a file.',
  interfaces: [ContentChange],
  fields: (t) => ({
    file: t.field({
      type: File,
      description: 'The file after the change; for a deleted file, its last state.',
      resolve: (node) => {
        const file = fileAfter(node) ?? fileBefore(node);
        if (!file) throw new Error('A change is about no file.');
        return file;
      },
    }),
    before: t.field({
      type: File,
      nullable: true,
      description: 'The old state of the file; null if it was created.',
      resolve: fileBefore,
    }),
    after: t.field({
      type: File,
      nullable: true,
      description: 'The new state of the file; null if it was deleted.',
      resolve: fileAfter,
    }),
  }),
});

function fileBefore({ change: { before }, comparison }: ChangeNode<Change>): FileNode | null {
  return before && comparison.from && { ...before, revision: comparison.from };
}

function fileAfter({ change: { after }, comparison }: ChangeNode<Change>): FileNode | null {
  return after && { ...after, revision: comparison.to };
}

const descriptions = {
  FileCreated: 'A file was created.',
  FileEdited: 'The name or the bytes of a file changed.',
  FileDeleted: 'A file was deleted.',
};

for (const [name, description] of Object.entries(descriptions)) {
  builder.objectRef<ChangeNode<Change>>(name).implement({
    description,
    interfaces: [ContentChange, FileChange],
    rest: { fields: `${changeBody} file { ...File }` },
  });
}
