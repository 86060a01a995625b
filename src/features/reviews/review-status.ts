import { builder } from '../../builder.ts';

/** Outcomes of a review, in the interface's spelling. */
export const reviewStatuses = ['approved', 'changes-requested'] as const;

export const ChangeRequestReviewStatus = builder.enumType('ChangeRequestReviewStatus', {
  description: 'Verdict of a review.',
  values: {
    APPROVED: { value: 'approved', description: 'Approved: it can be merged as it is.' },
    CHANGES_REQUESTED: {
      value: 'changes-requested',
      description: 'Changes are required before a merge.',
    },
  } as const,
});
