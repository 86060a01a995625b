import { builder } from '../../builder.ts';

const statuses = {
  OPEN: { value: 'open', description: 'Not resolved.' },
  RESOLVED: { value: 'resolved', description: 'Resolved.' },
} as const;

export const CommentStatus = builder.enumType('CommentStatus', {
  description: 'Status of a comment.',
  values: statuses,
});

export const CommentStatusFilter = builder.enumType('CommentStatusFilter', {
  description: 'Filter of a list of comments.',
  values: { ALL: { value: 'all', description: 'All comments.' }, ...statuses } as const,
});
