import { z } from 'zod';
import { kindOfId } from './id.ts';
import { parseStateId, type ContentKind } from './state-id.ts';

/** Fields of the graph with the id that content keeps in all revisions. */
const lastingIdFields: Readonly<Record<ContentKind, string>> = {
  Page: 'pageId',
  File: 'fileId',
  ReusableContent: 'reusableContentId',
};

/**
 * Rejects the id of a content state where the lasting id is expected, which could never be found.
 * Any other text passes, since unknown and hidden ids must look alike.
 */
export function requireLastingId(id: string, check: z.RefinementCtx): void {
  const state = parseStateId(id);
  const kind = state && kindOfId(state.lastingId);
  if (!state || !isContentKind(kind) || kindOfId(state.revisionId) !== 'Revision') return;
  check.addIssue({
    code: 'custom',
    message:
      'must be a lasting id, not the id of one state of the content: pass the part before "@", ' +
      `which the graph shows as "${lastingIdFields[kind]}"`,
  });
}

function isContentKind(kind: string | null | undefined): kind is ContentKind {
  return kind != null && Object.hasOwn(lastingIdFields, kind);
}

/** A lasting id as an argument; null passes. */
export const lastingIdArgument = z.string().superRefine(requireLastingId);
