import { builder } from '../../builder.ts';

/** Statuses that an edit can set, in the interface's spelling. */
export const settableStatuses = ['draft', 'open', 'archived'] as const;

export type SettableStatus = (typeof settableStatuses)[number];

/** Any status. Only a merge sets `merged`, which is final. */
export type Status = SettableStatus | 'merged';

const settable = {
  DRAFT: { value: 'draft', description: 'Work in progress, not yet up for review.' },
  OPEN: { value: 'open', description: 'Up for review.' },
  ARCHIVED: { value: 'archived', description: 'Put aside; it can be opened again.' },
} as const;

export const ChangeRequestStatus = builder.enumType('ChangeRequestStatus', {
  description: 'Where a change request stands.',
  values: {
    ...settable,
    MERGED: { value: 'merged', description: 'Part of the primary content. Final.' },
  } as const,
});

export const SettableChangeRequestStatus = builder.enumType('SettableChangeRequestStatus', {
  description: 'What the status of a change request can be set to; only a merge makes it merged.',
  values: settable,
});
