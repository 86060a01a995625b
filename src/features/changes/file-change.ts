import { builder } from '../../builder.ts';
import type { FileChange as Change } from '../content/changes/content-change.ts';
import { File, type FileNode } from '../content/file.ts';
import type { ChangeNode } from './comparison.ts';
import { changeBody, ContentChange } from './content-change.ts';

const FileChange = builder.interfaceRef<ChangeNode<Change>>('FileChange');

FileChange.implement({
  description: 'What became of a file.',
  interfaces: [ContentChange],
  fields: (t) => ({
    file: t.field({
      type: File,
      description: 'The file as it is after the change; one that is gone as it was.',
      resolve: (node) => {
        const file = fileAfter(node) ?? fileBefore(node);
        if (!file) throw new Error('A change is about no file.');
        return file;
      },
    }),
    before: t.field({
      type: File,
      nullable: true,
      description: 'The file before; null when it is new.',
      resolve: fileBefore,
    }),
    after: t.field({
      type: File,
      nullable: true,
      description: 'The file after; null when it is gone.',
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
  FileCreated: 'A file is new.',
  FileEdited: 'A file has another name or other bytes.',
  FileDeleted: 'A file is gone.',
};

for (const [name, description] of Object.entries(descriptions)) {
  builder.objectRef<ChangeNode<Change>>(name).implement({
    description,
    interfaces: [ContentChange, FileChange],
    rest: { fields: `${changeBody} file { ...File }` },
  });
}
