import type { Database } from '../database/database.ts';
import { loadMemberships } from './memberships.ts';
import type { Viewer } from './viewer.ts';

/** A user as the viewer of work that no request asks for, e.g. of a command: without a token. */
export async function loadViewer(database: Database, userId: string): Promise<Viewer> {
  return { id: userId, tokenId: null, memberships: await loadMemberships(database, userId) };
}
