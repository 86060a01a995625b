import type { Addresses } from '../../addresses.ts';

/**
 * Returns the URL on `/v1` of a comment, or of a path below it: in the space or the change request.
 */
export function commentUrl(
  addresses: Addresses,
  comment: { id: string; spaceId: string; changeRequestId: string | null },
  ...below: readonly string[]
): string {
  const { id, spaceId, changeRequestId } = comment;
  const family = changeRequestId === null ? [] : ['change-requests', changeRequestId];
  return addresses.own('v1', 'spaces', spaceId, ...family, 'comments', id, ...below);
}
