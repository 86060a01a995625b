import { enumType } from '../../builder/declare-types.ts';

/** Statuses that an edit can set, in the interface's spelling. */
export const settableStatuses = ['draft', 'open', 'archived'] as const;

const settable = {
  draft: 'Work in progress, not ready for review.',
  open: 'Ready for review.',
  archived: 'Closed without a merge; can be reopened.',
};

export const ChangeRequestStatus = enumType('ChangeRequestStatus', 'Status of a change request.', {
  ...settable,
  merged: 'Part of the primary content. Final.',
});

export const SettableChangeRequestStatus = enumType(
  'SettableChangeRequestStatus',
  'Status that a change request can be set to. Only a merge sets `MERGED`.',
  settable,
);
