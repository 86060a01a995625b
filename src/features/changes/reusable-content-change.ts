import { builder, type Row } from '../../builder.ts';
import type { ReusableContentChange as Change } from '../content/changes/content-change.ts';
import { metadataParameter } from '../content/content-parameters.ts';
import { ReusableContent, type ReusableContentNode } from '../content/reusable-content.ts';
import type { ReusableContentEntry } from '../content/store/entry.ts';
import type { ChangeNode } from './comparison.ts';
import { changeBody, ContentChange } from './content-change.ts';

export const ReusableContentChange =
  builder.interfaceRef<ChangeNode<Change>>('ReusableContentChange');

ReusableContentChange.implement({
  description: 'What became of a reusable content.',
  interfaces: [ContentChange],
  fields: (t) => ({
    reusableContent: t.field({
      type: ReusableContent,
      description: 'The reusable content as it is after the change; one that is gone as it was.',
      resolve: ({ comparison: { from, to }, change: { before, after } }) => {
        const content = contentOf(to, after) ?? contentOf(from, before);
        if (!content) throw new Error('A change is about no reusable content.');
        return content;
      },
    }),
    before: t.field({
      type: ReusableContent,
      nullable: true,
      description: 'The reusable content before; null when it is new.',
      resolve: ({ comparison: { from }, change: { before } }) => contentOf(from, before),
    }),
    after: t.field({
      type: ReusableContent,
      nullable: true,
      description: 'The reusable content after; null when it is gone.',
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
  ReusableContentCreated: 'A reusable content is new.',
  ReusableContentEdited: 'A reusable content has another title or another text.',
  ReusableContentDeleted: 'A reusable content is gone.',
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
