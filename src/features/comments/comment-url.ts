import { urlOf } from '../../lib/urls.ts';

/** The address of a comment on `/v1`, in the family that it belongs to, or of what is below it. */
export function commentUrl(
  baseUrl: string,
  comment: { id: string; spaceId: string; changeRequestId: string | null },
  ...below: readonly string[]
): string {
  const { id, spaceId, changeRequestId } = comment;
  const family = changeRequestId === null ? [] : ['change-requests', changeRequestId];
  return urlOf(baseUrl, 'v1', 'spaces', spaceId, ...family, 'comments', id, ...below);
}
