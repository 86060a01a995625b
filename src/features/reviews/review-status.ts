import { builder } from '../../builder.ts';

/** Outcomes of a review, in the interface's spelling. */
export const reviewStatuses = ['approved', 'changes-requested'] as const;

export const ChangeRequestReviewStatus = builder.enumType('ChangeRequestReviewStatus', {
  description: 'What a review came to.',
  values: {
    APPROVED: { value: 'approved', description: 'It can be merged as it is.' },
    CHANGES_REQUESTED: {
      value: 'changes-requested',
      description: 'It should not be merged before something changes.',
    },
  } as const,
});
