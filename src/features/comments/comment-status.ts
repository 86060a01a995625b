import { enumType } from '../../builder/declare-types.ts';

const statuses = { open: 'Not resolved.', resolved: 'Resolved.' };

export const CommentStatus = enumType('CommentStatus', 'Status of a comment.', statuses);

export const CommentStatusFilter = enumType(
  'CommentStatusFilter',
  'Filter of a list of comments.',
  { all: 'All comments.', ...statuses },
);
