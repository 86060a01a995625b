import { spaceSource } from '../spaces/space-source.ts';
import { builder, type Row } from '../../builder.ts';
import { ChangeRequest } from '../change-requests/change-request.ts';
import { changeRequestSource } from '../change-requests/change-request-source.ts';
import { findSpace } from '../spaces/space-access.ts';
import { Space } from '../spaces/space.ts';
import { PREVIEW_LENGTH_MAX } from './find-node.ts';
import { isTargetOutdated, targetPageOf, type TargetPage } from './target-page.ts';
import {
  oneField,
  pointing,
  readingAlso,
  sameRowUnlessNull,
} from '../../pagination/declared-fields.ts';

const CommentTargetNode = builder.objectRef<Row<'Comment'>>('CommentTargetNode').implement({
  description: 'A node of the document of a page.',
  fields: (t) => ({
    nodeId: t.id({
      description: 'Key of the node in the document.',
      resolve: ({ nodeId }) => nodeId ?? '',
    }),
    preview: t.exposeString('nodePreview', {
      nullable: true,
      description: `Beginning of its text, at most ${PREVIEW_LENGTH_MAX} characters.`,
    }),
  }),
});

const CommentTargetTableCell = builder
  .objectRef<Row<'Comment'>>('CommentTargetTableCell')
  .implement({
    description: 'A cell of a table.',
    fields: (t) => ({
      record: t.id({
        description: 'Id of the row.',
        resolve: ({ tableRecord }) => tableRecord ?? '',
      }),
      definition: t.id({
        description: 'Id of the column.',
        resolve: ({ tableDefinition }) => tableDefinition ?? '',
      }),
    }),
  });

const CommentTargetPage = builder.objectRef<TargetPage>('CommentTargetPage').implement({
  description: 'The page that a comment is about, as it was when the comment was posted.',
  fields: (t) => ({
    pageId: t.id({ description: 'Id of the page.', resolve: ({ entry }) => entry.id }),
    title: t.string({ description: 'Title.', resolve: ({ entry }) => entry.title }),
    emoji: t.string({
      nullable: true,
      description: 'Emoji.',
      resolve: ({ entry }) => entry.emoji ?? null,
    }),
    icon: t.string({
      nullable: true,
      description: 'Name of an icon.',
      resolve: ({ entry }) => entry.icon ?? null,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When the page was created.',
      resolve: ({ entry }) => new Date(entry.createdAt),
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When the page was last changed before the comment.',
      resolve: ({ entry }) => new Date(entry.updatedAt),
    }),
    path: t.exposeString('path', {
      description: 'The slugs from the top down, joined by `/`.',
    }),
    outdated: t.exposeBoolean('outdated', {
      description: 'Whether the page is gone from the content of the space or change request.',
    }),
  }),
});

/** The target of a comment. */
export const CommentTarget = builder.objectRef<Row<'Comment'>>('CommentTarget').implement({
  description: 'Target of a comment.',
  rest: {
    fields: `
      node { id: nodeId preview } tableCell { record definition } changeRequest: changeRequestId
      review: reviewId
      page { id: pageId title emoji icon createdAt updatedAt path outdated }
      space: spaceId revision: revisionId`,
  },
  fields: (t) => ({
    node: t.field({
      type: CommentTargetNode,
      description: 'The part of the page; null for the whole page.',
      ...sameRowUnlessNull('nodeId'),
    }),
    tableCell: t.field({
      type: CommentTargetTableCell,
      description: 'The cell of the node, which is a table.',
      ...sameRowUnlessNull('tableRecord'),
    }),
    page: t.field({
      type: CommentTargetPage,
      nullable: true,
      description: 'The page; null for the content as a whole.',
      ...readingAlso('headRevisionId'),
      resolve: (comment, _args, context) => targetPageOf(context, comment),
    }),
    outdated: t.boolean({
      description:
        'Whether the target is no longer in the content of the space or change request: the page, or the node in its former state. An edited node counts as another one.',
      complexity: 10,
      ...readingAlso('headRevisionId'),
      resolve: (comment, _args, context) => isTargetOutdated(context, comment),
    }),
    changeRequestId: t.exposeID('changeRequestId', {
      nullable: true,
      description: 'Id of the change request; null for the primary content.',
    }),
    changeRequest: t.field({
      type: ChangeRequest,
      description: 'The change request; null for the primary content.',
      ...oneField(changeRequestSource, 'changeRequestId'),
    }),
    reviewId: t.exposeID('reviewId', {
      nullable: true,
      description: 'Id of the review that the comment was submitted with; null if there was none.',
    }),
    spaceId: t.exposeID('spaceId', { description: 'Id of the space.' }),
    space: t.field({
      type: Space,
      description: 'The space.',
      ...pointing(spaceSource, 'spaceId'),
      resolve: ({ spaceId }, _args, context) => findSpace(context, spaceId),
    }),
    revisionId: t.exposeID('revisionId', {
      description: 'Id of the revision that was current when the comment was posted.',
    }),
  }),
});
