import { enumType } from '../../builder/declare-types.ts';

/** Outcomes of a review, in the interface's spelling. */
export const reviewStatuses = ['approved', 'changes-requested'] as const;

export const ChangeRequestReviewStatus = enumType(
  'ChangeRequestReviewStatus',
  'Verdict of a review.',
  {
    approved: 'Approved: it can be merged as it is.',
    'changes-requested': 'Changes are required before a merge.',
  },
);
