import { builder } from '../../builder.ts';

/** Statuses that an edit can set, in the interface's spelling. */
export const settableStatuses = ['draft', 'open', 'archived'] as const;

export type SettableStatus = (typeof settableStatuses)[number];

/** Any status. Only a merge sets `merged`, which is final. */
export type Status = SettableStatus | 'merged';

const settable = {
  DRAFT: { value: 'draft', description: 'Work in progress, not ready for review.' },
  OPEN: { value: 'open', description: 'Ready for review.' },
  ARCHIVED: { value: 'archived', description: 'Closed without a merge; can be reopened.' },
} as const;

export const ChangeRequestStatus = builder.enumType('ChangeRequestStatus', {
  description: 'Status of a change request.',
  values: {
    ...settable,
    MERGED: { value: 'merged', description: 'Part of the primary content. Final.' },
  } as const,
});

export const SettableChangeRequestStatus = builder.enumType('SettableChangeRequestStatus', {
  description: 'Status that a change request can be set to. Only a merge sets `MERGED`.',
  values: settable,
});
