import type { GitJobInput } from './git-request.ts';

/** Returns the commit of a revision in the form that the revision exposes (interface, Revision). */
export function commitOf(
  { ref, commitUrl }: GitJobInput,
  { oid, message }: { oid: string; message: string },
  createdByService: boolean,
) {
  const url = commitUrl === null ? {} : { url: `${commitUrl.replace(/\/+$/, '')}/${oid}` };
  return { oid, message, createdByService, ref, ...url };
}
