import { builder } from '../../builder.ts';
import type { FileChange as Change } from '../content/changes/content-change.ts';
import { File } from '../content/file.ts';
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
      resolve: ({ change: { before, after } }) => {
        const file = after ?? before;
        if (!file) throw new Error('A change is about no file.');
        return file;
      },
    }),
    before: t.field({
      type: File,
      nullable: true,
      description: 'The file before; null when it is new.',
      resolve: ({ change: { before } }) => before,
    }),
    after: t.field({
      type: File,
      nullable: true,
      description: 'The file after; null when it is gone.',
      resolve: ({ change: { after } }) => after,
    }),
  }),
});

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
