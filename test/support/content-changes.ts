import { expect } from 'vitest';
import type { Client } from './client.ts';

/**
 * Applies changes to the content of a space or change request on `/v1`; they must succeed. Returns
 * the id of the new head.
 *
 * @param more further members of the body
 */
export async function makeChanges(
  client: Client,
  branch: string,
  changes: readonly object[],
  more: object = {},
): Promise<string> {
  const { status, body } = await client.post(`${branch}/content`, { changes, ...more });
  expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
  return body.revision as string;
}

/** Creates a change request of a space on `/v1`. Returns its id and path. */
export async function createChangeRequest(
  client: Client,
  space: string,
): Promise<{ path: string; id: string }> {
  const { body } = await client.post(`${space}/change-requests`, {});
  return { id: body.id, path: `${space}/change-requests/${body.id}` };
}
