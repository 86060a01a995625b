import type { Level } from './roles.ts';

/** What decides the level of a member on a space or a collection. */
export interface Decision {
  /** Null for no access: the default level is none, or nothing was granted to a guest. */
  level: Level | null;
  rule: 'organization-admin' | 'grant' | 'default-level' | 'organization-role' | 'guest';
  /** The collection above that the grant or the default level is on; null for the place itself. */
  collectionId: string | null;
  /** The team that the grant is to; null for one to the member. */
  teamId: string | null;
}
