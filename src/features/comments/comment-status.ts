import { builder } from '../../builder.ts';

const statuses = {
  OPEN: { value: 'open', description: 'Still to be dealt with.' },
  RESOLVED: { value: 'resolved', description: 'Dealt with.' },
} as const;

export const CommentStatus = builder.enumType('CommentStatus', {
  description: 'Whether a comment was dealt with.',
  values: statuses,
});

export const CommentStatusFilter = builder.enumType('CommentStatusFilter', {
  description: 'Which comments a list shows.',
  values: { ALL: { value: 'all', description: 'All.' }, ...statuses } as const,
});
