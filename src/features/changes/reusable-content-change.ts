import { builder, type Row } from '../../builder.ts';
import type { ReusableContentDiffEntry as Change } from '../../revisions/changes/content-diff-entry.ts';
import { metadataParameter } from '../content/content-parameters.ts';
import { ReusableContent, type ReusableContentNode } from '../content/reusable-content.ts';
import type { ReusableContentEntry } from '../../revisions/store/entry.ts';
import type { ChangeNode } from './comparison.ts';
import { changeBody, ContentChange } from './content-change.ts';

export const ReusableContentChange =
  builder.interfaceRef<ChangeNode<Change>>('ReusableContentChange');

ReusableContentChange.implement({
  description: 'A change of a reusable content.',
  interfaces: [ContentChange],
  fields: (t) => ({
    reusableContent: t.field({
      type: ReusableContent,
      description: 'The reusable content after the change; for a deleted one, its last state.',
      resolve: ({ comparison: { from, to }, change: { before, after } }) => {
        const content = contentOf(to, after) ?? contentOf(from, before);
        if (!content) throw new Error('A change is about no reusable content.');
        return content;
      },
    }),
    before: t.field({
      type: ReusableContent,
      nullable: true,
      description: 'The old state of the reusable content; null if it was created.',
      resolve: ({ comparison: { from }, change: { before } }) => contentOf(from, before),
    }),
    after: t.field({
      type: ReusableContent,
      nullable: true,
      description: 'The new state of the reusable content; null if it was deleted.',
      resolve: ({ comparison: { to }, change: { after } }) => contentOf(to, after),
    }),
  }),
});

/** Returns a reusable content of one of the compared revisions. */
function contentOf(
  revision: Row<'Revision'> | null,
  entry: ReusableContentEntry | null,
): ReusableContentNode | null {
  return revision && entry && { ...entry, revision };
}

const descriptions = {
  ReusableContentCreated: 'A reusable content was created.',
  ReusableContentEdited: 'The title or the text of a reusable content changed.',
  ReusableContentDeleted: 'A reusable content was deleted.',
};

for (const [name, description] of Object.entries(descriptions)) {
  builder.objectRef<ChangeNode<Change>>(name).implement({
    description,
    interfaces: [ContentChange, ReusableContentChange],
    // Omits the text, which would be loaded for every change.
    rest: {
      fields: `${changeBody} reusableContent {
        id: reusableContentId title git @include(if: $metadata) { oid path } createdAt updatedAt
      }`,
      parameters: { metadata: metadataParameter },
    },
  });
}
