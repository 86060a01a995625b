import type { GitJobInput } from './git-request.ts';

/** The commit of a revision, as the revision shows it (interface, Revision). */
export function commitOf(
  { ref, commitUrl }: GitJobInput,
  { oid, message }: { oid: string; message: string },
  createdByService: boolean,
) {
  const url = commitUrl === null ? {} : { url: `${commitUrl.replace(/\/+$/, '')}/${oid}` };
  return { oid, message, createdByService, ref, ...url };
}
